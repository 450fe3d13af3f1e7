/** The places of letters, of which a formula has its own, whatever words a reader of the PDF makes of them. */
import type { Word } from './pdf-words.ts';

/** 3 mm in points. */
export const NEAR = (3 * 72) / 25.4;

type Distance = { readonly sign: string; readonly at: number; readonly wide: number; readonly high: number };

/**
 * Letters and digits that both pages have equally often, as far as they are more than 3 mm from their like.
 * @param inLine formulas in a line: letters of other faces are more or less wide, so that what follows is moved. Then the
 * distance from the letter before counts, and where the first one is.
 */
export function farLetters(own: readonly Word[], theirs: readonly Word[], inLine: boolean): readonly string[] {
  const distances = distancesOf(own, theirs);
  return distances.flatMap(({ sign, wide, high }, at) => {
    const before = inLine ? (distances[at - 1]?.wide ?? 0) : 0;
    return Math.abs(wide - before) <= NEAR && Math.abs(high) <= NEAR
      ? []
      : [`${sign} by ${(wide - before).toFixed(1)}, ${high.toFixed(1)}`];
  });
}

/** From left to right. */
function distancesOf(own: readonly Word[], theirs: readonly Word[]): readonly Distance[] {
  const [mine, other] = [bySign(own), bySign(theirs)];
  return [...mine]
    .flatMap(([sign, found]): readonly Distance[] => {
      const wanted = other.get(sign) ?? [];
      if (wanted.length !== found.length) return [];
      return found.map((letter, index) => {
        const like = wanted[index] ?? letter;
        const at = center(letter);
        return { sign, at, wide: at - center(like), high: letter.middle - like.middle };
      });
    })
    .toSorted((a, b) => a.at - b.at);
}

const center = ({ left, right }: Word): number => (left + right) / 2;

/** Each sign from left to right, and from above where several are below each other. */
function bySign(words: readonly Word[]): ReadonlyMap<string, readonly Word[]> {
  const found = new Map<string, Word[]>();
  for (const letter of lettersOf(words)) found.set(letter.text, [...(found.get(letter.text) ?? []), letter]);
  for (const letters of found.values())
    letters.sort((a, b) => (Math.abs(a.left - b.left) > 2 ? a.left - b.left : a.middle - b.middle));
  return found;
}

/** A word's letters, as far apart as they are on average. */
const lettersOf = (words: readonly Word[]): readonly Word[] =>
  words.flatMap(({ text, left, right, middle }) => {
    const signs = [...text];
    const width = (right - left) / signs.length;
    return signs.flatMap((sign, at) =>
      /[A-Za-z0-9]/u.test(sign) ? [{ text: sign, left: left + at * width, right: left + (at + 1) * width, middle }] : []
    );
  });
