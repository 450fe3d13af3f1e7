import { describe, expect, it } from 'vitest';
import type { Language } from '#lib/contracts/primitives.ts';
import { numberPrinter } from './numbers.ts';
import { isMore, printProbability } from './probability.ts';

const printed = (probability: number, language: Language = 'en') =>
  printProbability(probability, numberPrinter(language))
    .map((run) => (run.kind === 'text' ? run.text : ''))
    .join('')
    .replace(/\u202f/gu, ' ');

describe('a printed coverage probability', () => {
  it('has two decimals at most', () => {
    expect([0.9545, 0.99, 0.997300204, 0.99994, 0.0012344].map((p) => printed(p))).toEqual([
      '95.45 %',
      '99 %',
      '99.73 %',
      '99.99 %',
      '0.1234 %'
    ]);
  });

  it('is never 100 %', () => {
    expect((['en', 'de', 'fr', 'es'] as const).map((language) => printed(0.99999943, language))).toEqual([
      '> 99.99 %',
      '> 99,99 %',
      '> 99,99 %',
      '> 99,99 %'
    ]);
    expect([0.99994, 0.99996, 1].map(isMore)).toEqual([false, true, true]);
  });
});
