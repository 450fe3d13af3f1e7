import { pdfText } from '../outside-validators.ts';

/** The words of every page with how often each is printed, indices written as letters of their word. */
export async function wordsOf(pdf: Uint8Array): Promise<readonly string[]> {
  const text = (await pdfText(pdf, 'raw')).normalize('NFKC');
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .toSorted();
}

/** Where the words of a list differ from those of another, as `-missing` and `+more`. */
export function differences(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) - 1);
  return [...counts].flatMap(([word, count]) => (count === 0 ? [] : [`${count > 0 ? '+' : ''}${count} ${word}`]));
}
