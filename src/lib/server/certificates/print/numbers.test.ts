import { describe, expect, it } from 'vitest';
import { roundUncertainty } from '#lib/metrology/uncertainty/rounding.ts';
import type { Inline } from '../document/blocks.ts';
import { numberPrinter, recordedDecimals, roundsAll, uncertaintyDecimals } from './numbers.ts';

const english = numberPrinter('en');
const german = numberPrinter('de');
const textOf = (runs: readonly Inline[]) =>
  runs.map((run) => (run.kind === 'text' ? (run.script ? `^${run.text}` : run.text) : '')).join('');

describe('a printed number', () => {
  it('has the decimals asked for, a real minus and the decimal sign of the language', () => {
    expect(textOf(english.fixed(-0.0624, 3))).toBe('−0.062');
    expect(textOf(german.fixed(-0.0624, 3))).toBe('−0,062');
    expect(textOf(english.fixed(0.264, 3, 'always'))).toBe('+0.264');
    expect(textOf(english.fixed(1234.5, -2))).toBe('1200');
  });

  it('has no sign if it rounds to zero', () => {
    expect(textOf(english.fixed(-0.0001, 3))).toBe('0.000');
    expect(textOf(english.fixed(-0.0001, 3, 'always'))).toBe('0.000');
  });

  it('is a power of ten if it has too many digits', () => {
    expect(textOf(english.exact(-1.6088e-5))).toBe('−1.6088\u202f×\u202f10^−5');
    expect(textOf(english.fixed(1.234e-12, 14))).toBe('1.23\u202f×\u202f10^−12');
    expect(textOf(english.exact(0.1 + 0.2))).toBe('0.30000000000000004');
  });

  it('rounds a half up on its decimal digits, as U is rounded elsewhere on the certificate', () => {
    for (const u of [0.0115, 0.115, 1.15, 0.0235, 0.00145, 1.45, 0.285, 2.55, 0.995, 1150, 1.15e-11]) {
      const { text, decimals } = roundUncertainty(u);
      const printed = textOf(english.fixed(u, uncertaintyDecimals(u)));
      expect(uncertaintyDecimals(u), String(u)).toBe(decimals);
      expect(Number(printed.replace(/\u202f×\u202f10\^−/u, 'e-')), String(u)).toBe(Number(text));
    }
    expect(textOf(english.fixed(0.0115, 3))).toBe('0.012');
    expect(textOf(english.fixed(-0.0115, 3))).toBe('−0.012');
    expect(textOf(english.fixed(1250, -2))).toBe('1300');
    expect(textOf(english.fixed(-1250, -2))).toBe('−1300');
    expect(textOf(english.fixed(49, -2))).toBe('0');
    expect(textOf(english.fixed(-9.9951e-12, 14))).toBe('−1.00\u202f×\u202f10^−11');
    expect(textOf(english.fixed(1.25e12, -11))).toBe('1.3\u202f×\u202f10^12');
    expect(textOf(english.fixed(1234567890.125, 2))).toBe('1.23456789013\u202f×\u202f10^9');
    expect(textOf(english.fixed(1.6e-12, 10))).toBe('2\u202f×\u202f10^−12');
  });

  it('has a thin space before its unit, but none before a degree of arc', () => {
    expect(textOf(english.withUnit(english.fixed(20, 1), '°C'))).toBe('20.0\u202f°C');
    expect(textOf(english.withUnit(english.fixed(20, 1), '°'))).toBe('20.0°');
    expect(textOf(english.withUnit(english.fixed(20, 1), null))).toBe('20.0');
  });
});

describe('decimals', () => {
  it.each([
    [0.0512, 3],
    [0.0996, 2],
    [0.00994, 4],
    [0.996, 1],
    [1.26, 1],
    [12.6, 0],
    [1260, -2],
    [0, 0]
  ])('of an uncertainty of %d show two significant digits: %d', (uncertainty, decimals) => {
    expect(uncertaintyDecimals(uncertainty)).toBe(decimals);
  });

  it('of a reading are those it was recorded with', () => {
    expect([recordedDecimals(99.996), recordedDecimals(100), recordedDecimals(1.5e-7)]).toEqual([3, 0, 8]);
  });

  it('are common to a column while no uncertainty is rounded by more than 5 %', () => {
    expect(roundsAll([0.0512, 0.0474, 0.104], 3)).toBe(true);
    expect(roundsAll([0.0512, 0.0474, 0.104], 2)).toBe(false);
    expect(roundsAll([0.02, 0.0104], 2)).toBe(true);
    expect(roundsAll([0.02, 0.0106], 2)).toBe(false);
    expect(roundsAll([1260, 1300], -2)).toBe(true);
    expect(roundsAll([0, 0.5], 1)).toBe(true);
  });
});
