import { openapiDocument } from '#lib/server/http/openapi/openapi-document.ts';

const document = openapiDocument(__PLUMBLINE_VERSION__);

/** Public: it says nothing that the documentation does not. */
export const GET = () => Response.json(document);
