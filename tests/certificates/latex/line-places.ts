/** The places of lines. */
import type { Word } from './pdf-words.ts';

/** 1 mm: words on one baseline have middles up to 0.5 mm apart, as the letters of both engines have boxes of their own. */
const HIGH = 72 / 25.4;
/** 2 mm: columns are as wide as the letters of their faces. */
const WIDE = 2 * HIGH;

/**
 * Words that are once on both pages, as far as they are not at the height of their like, or begin a line that is elsewhere: a line
 * is where the other one is if both begin, end or have their middles at one place.
 * @param far other bounds, in points
 */
export function distant(own: readonly Word[], theirs: readonly Word[], far: Bounds = {}): readonly string[] {
  return own.flatMap((word) => {
    const mine = once(own, word.text);
    const other = once(theirs, word.text);
    if (!mine || !other) return [];
    const high = mine.middle - other.middle;
    const [line, otherLine] = [lineOf(own, mine), lineOf(theirs, other)];
    const begins = line.left === mine.left && otherLine.left === other.left;
    const wide = begins ? apart(line, otherLine) : 0;
    return Math.abs(high) <= (far.high ?? HIGH) && Math.abs(wide) <= (far.wide ?? WIDE)
      ? []
      : [`${word.text} by ${wide.toFixed(1)}, ${high.toFixed(1)}`];
  });
}

type Bounds = { readonly high?: number; readonly wide?: number };
type Line = Pick<Word, 'left' | 'right'>;

const once = (words: readonly Word[], text: string): Word | undefined => {
  const found = words.filter((word) => word.text === text);
  return found.length === 1 ? found[0] : undefined;
};

function lineOf(words: readonly Word[], { middle }: Word): Line {
  const level = words.filter((word) => Math.abs(word.middle - middle) <= 4);
  return { left: Math.min(...level.map(({ left }) => left)), right: Math.max(...level.map(({ right }) => right)) };
}

function apart(line: Line, other: Line): number {
  const [left, right] = [line.left - other.left, line.right - other.right];
  return [left, right, (left + right) / 2].reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
}
