import type { Word } from '../latex/pdf-words.ts';

export type WordDistances = {
  /** Words that the first or the second document has more often, as `+1 word` and `-1 word`. */
  readonly different: readonly string[];
  /** The word that is furthest from where it is in the other document, on a page of the same number; null: none is in both. */
  readonly furthest: { readonly text: string; readonly page: number; readonly millimetres: number } | null;
  /** How many words are on another page. */
  readonly elsewhere: number;
};

type Placed = Word & { readonly page: number };
const MILLIMETRES = 25.4 / 72;

const away = (one: Placed, other: Placed): number =>
  one.page === other.page ? Math.hypot(one.left - other.left, one.middle - other.middle) : Infinity;

/** Compares the words of two documents: each with the nearest that is spelled the same and is nobody else's. */
export function wordDistances(
  first: readonly (readonly Word[])[],
  second: readonly (readonly Word[])[]
): WordDistances {
  const left = byText(second);
  const different: string[] = [];
  let furthest: WordDistances['furthest'] = null;
  let elsewhere = 0;
  for (const [text, mine] of byText(first)) {
    const theirs = left.get(text) ?? [];
    left.delete(text);
    if (mine.length !== theirs.length) different.push(counted(mine.length - theirs.length, text));
    for (const distance of nearest(mine, theirs)) {
      if (distance.points === Infinity) elsewhere += 1;
      else if (furthest === null || distance.points * MILLIMETRES > furthest.millimetres) {
        furthest = { text, page: distance.page + 1, millimetres: distance.points * MILLIMETRES };
      }
    }
  }
  for (const [text, theirs] of left) different.push(counted(-theirs.length, text));
  return { different, furthest, elsewhere };
}

const counted = (more: number, text: string): string => `${more > 0 ? '+' : ''}${more} ${text}`;

/** Pairs of two lists, the nearest first. */
function nearest(mine: readonly Placed[], theirs: readonly Placed[]) {
  const all = mine
    .flatMap((one) => theirs.map((other) => ({ one, other, page: one.page, points: away(one, other) })))
    .sort((a, b) => (a.points === b.points ? 0 : a.points - b.points));
  const taken = new Set<Placed>();
  return all.filter(({ one, other }) => {
    if (taken.has(one) || taken.has(other)) return false;
    taken.add(one).add(other);
    return true;
  });
}

function byText(pages: readonly (readonly Word[])[]): Map<string, Placed[]> {
  const found = new Map<string, Placed[]>();
  for (const [page, words] of pages.entries()) {
    for (const word of words) found.set(word.text, [...(found.get(word.text) ?? []), { ...word, page }]);
  }
  return found;
}
