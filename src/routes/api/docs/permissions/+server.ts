import { render } from 'svelte/server';
import PermissionReference from '#lib/ui/api-reference/PermissionReference.svelte';
import { plainPage } from '../../../plain-page.ts';

const { head, body } = render(PermissionReference, { props: {} });

export const GET = () => plainPage({ language: 'en', title: 'Who may do what in Plumbline', head, body });
