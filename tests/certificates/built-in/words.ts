import { pdfText } from '../outside-validators.ts';

/** The words of each page with how often each is printed, indices written as letters of their word. */
export async function wordsOf(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  const text = (await pdfText(pdf, 'raw')).normalize('NFKC');
  return text
    .split('\f')
    .map((page) => page.split(/\s+/u).filter((word) => word !== ''))
    .filter((words) => words.length > 0);
}

/** Where the words of a list differ from those of another, as `-missing` and `+more`. */
export function differences(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) - 1);
  return [...counts].flatMap(([word, count]) => (count === 0 ? [] : [`${count > 0 ? '+' : ''}${count} ${word}`]));
}

/**
 * The same, but for words that the other page has in pieces: a thin space, as before a unit, is a sign in one file and a gap in
 * the other.
 */
export function differencesButGaps(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  const take = (word: string): boolean => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count > 0;
  };
  const missing = wanted.filter((word) => !take(word));
  const inPieces = (word: string): boolean => {
    if (word === '' || take(word)) return true;
    for (let length = word.length - 1; length > 0; length -= 1) {
      const piece = word.slice(0, length);
      if (!take(piece)) continue;
      if (inPieces(word.slice(length))) return true;
      left.set(piece, (left.get(piece) ?? 0) + 1);
    }
    return false;
  };
  const absent = missing.filter((word) => !inPieces(word)).map((word) => `-${word}`);
  return [...absent, ...[...left].flatMap(([word, count]) => (count > 0 ? [`+${count} ${word}`] : []))];
}
