import { startLanguage } from '#lib/i18n/language.ts';
import { session } from '#lib/client/session/session.svelte.ts';

/** The product runs in the browser, from the device's database; the server sends one empty shell for every address. */
export const ssr = false;
export const prerender = false;

export async function load() {
  await Promise.all([startLanguage(), session.start()]);
}
