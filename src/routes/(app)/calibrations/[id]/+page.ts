import { loadWords } from '#lib/i18n/language.ts';

export async function load({ parent }: { parent: () => Promise<unknown> }) {
  await parent();
  // The words of refusals stand with those of the form.
  await loadWords('analysis', 'calibrate', 'files', 'model', 'recall');
}
