import { session } from '#lib/client/session/session.svelte.ts';
import { loadScreenWords } from '#lib/i18n/language.ts';

export async function load({ route }: { route: { id: string | null } }) {
  await session.start();
  // Whoever is not signed in is led to the sign-in page, and comes back when the words are needed.
  if (session.state === 'signed_in') await loadScreenWords(route.id);
}
