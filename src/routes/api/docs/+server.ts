import { render } from 'svelte/server';
import ApiReference from '#lib/ui/api-reference/ApiReference.svelte';
import type { OpenApiDocument } from '#lib/ui/api-reference/openapi-types.ts';
import { openapiDocument } from '#lib/server/http/openapi/openapi-document.ts';
import { plainPage } from '../../plain-page.ts';

const { head, body } = render(ApiReference, {
  props: { document: openapiDocument(__PLUMBLINE_VERSION__) as unknown as OpenApiDocument }
});

export const GET = () => plainPage({ language: 'en', title: `Plumbline API ${__PLUMBLINE_VERSION__}`, head, body });
