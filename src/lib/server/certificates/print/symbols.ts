import type { Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';

/** Symbols of quantities in sentences of the engine: next to an operator, or if no language has such a word. */
const SYMBOL = /(?<![\p{L}\p{Nd}_.])(?:[Ukwν](?![\p{L}\p{Nd}])|[ATrpuxye](?=²?\s*[=≤≥<>±·×/−–]))(?:_([a-z]+))?/gu;

/** A sentence with its quantities in italics (ISO 80000-1:2022, 7.1.1), their subscripts below in upright letters. */
export function withSymbols(sentence: string): readonly Inline[] {
  const runs: Inline[] = [];
  let from = 0;
  for (const found of sentence.matchAll(SYMBOL)) {
    const [whole, below] = found;
    const at = found.index;
    if (at > from) runs.push(...plain(sentence.slice(from, at)));
    runs.push(...plain(whole.charAt(0), { italic: true }));
    if (below !== undefined) runs.push(...plain(below, { script: 'sub' }));
    from = at + whole.length;
  }
  if (from < sentence.length) runs.push(...plain(sentence.slice(from)));
  return runs;
}
