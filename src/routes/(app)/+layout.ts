import { nextTask } from '#lib/client/database/next-task.ts';
import { session } from '#lib/client/session/session.svelte.ts';
import { loadScreenWords } from '#lib/i18n/language.ts';
import { prepareDates } from '#lib/ui/dates/format-date.ts';

let dates: Promise<void> | null = null;

export async function load({ route }: { route: { id: string | null } }) {
  await Promise.all([session.start(), (dates ??= nextTask().then(prepareDates))]);
  // Whoever is not signed in is led to the sign-in page, and comes back when the words are needed.
  if (session.state === 'signed_in') await loadScreenWords(route.id);
}
