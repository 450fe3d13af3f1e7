import { render } from 'svelte/server';
import PermissionReference from '#lib/ui/api-reference/PermissionReference.svelte';
import { documentPage } from '../document-page.ts';

const rendered = render(PermissionReference, { props: {} });

export const GET = () => documentPage('Who may do what in Plumbline', rendered);
