import { describe, expect, it } from 'vitest';
import type { Inline } from '../document/blocks.ts';
import { withSymbols } from './symbols.ts';

/** Italics between stars, subscripts after an underscore. */
const marked = (runs: readonly Inline[]) =>
  runs
    .map((run) => {
      if (run.kind !== 'text') return '';
      if (run.script === 'sub') return `_${run.text}`;
      return run.italic ? `*${run.text}*` : run.text;
    })
    .join('');

describe('the symbols of a sentence', () => {
  it.each([
    ['guard band w = 1 U (ILAC-G8:09/2019, 4.2.2)', 'guard band *w* = 1 *U* (ILAC-G8:09/2019, 4.2.2)'],
    ['limits A = √(T² − U²)', 'limits *A* = √(*T*² − *U*²)'],
    ['k = 2.02, p = 95.45 %, ν_eff = 45', '*k* = 2.02, *p* = 95.45 %, *ν*_eff = 45'],
    ['uno u otro, y a e', 'uno u otro, y a e'],
    ['TUR of 4, kPa, Up, CMC 0.5 A, 3 T', 'TUR of 4, kPa, Up, CMC 0.5 A, 3 T']
  ])('%s', (sentence, expected) => {
    expect(marked(withSymbols(sentence))).toBe(expected);
  });
});
