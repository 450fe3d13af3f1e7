import { loadWords } from '#lib/i18n/language.ts';

export async function load({ parent }: { parent: () => Promise<unknown> }) {
  await parent();
  await loadWords('field', 'files');
}
