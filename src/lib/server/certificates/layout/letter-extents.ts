import type { Piece } from './shape.ts';

type Extent = { readonly above: number; readonly below: number };

/**
 * How far letters of LaTeX reach above and below their line, in sizes of the letters that are set instead of them
 * (Computer Modern at 10 pt, whose sizes are 1/0.92 of ours).
 */
const SMALL: Extent = { above: 0.47, below: 0 };
const TALL = 0.75;
const BRACKET: Extent = { above: 0.815, below: 0.272 };
const DEEP = 0.211;

/** Letters as high as an x; all others are tall. */
const ONLY_SMALL = /^[ac.eg,m-s:u-z;·\u2013\u2014\u2212\s~-]*$/u;
const HAS_DEEP = /[gj,pq;yQ„çµ‚]/u;
const HAS_BRACKET = /[()[\]{}|/\\]/u;

function lettersExtent(text: string): Extent {
  if (HAS_BRACKET.test(text)) return BRACKET;
  return { above: ONLY_SMALL.test(text) ? SMALL.above : TALL, below: HAS_DEEP.test(text) ? DEEP : SMALL.below };
}

/** How far a line reaches above and below its baseline. */
export function lineExtent(pieces: readonly Piece[]): Extent {
  let above = 0;
  let below = 0;
  for (const { text, size, rise, placed } of pieces) {
    if (placed) {
      above = Math.max(above, placed.above);
      below = Math.max(below, placed.below);
    }
    if (text.trim() === '') continue;
    const own = lettersExtent(text);
    above = Math.max(above, own.above * size + rise);
    below = Math.max(below, own.below * size - rise);
  }
  return { above, below };
}
