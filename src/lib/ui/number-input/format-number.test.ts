import { describe, expect, it } from 'vitest';
import { formatCount, formatFixed, formatLimit, formatPlain, formatSignificant } from './format-number.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';

describe('formatFixed', () => {
  it('keeps trailing zeros, so that decimals align', () => {
    expect(formatFixed(100.2, 3, 'en')).toBe('100.200');
  });
  it('writes the minus as U+2212 and the decimal sign of the language', () => {
    expect(formatFixed(-0.05, 2, 'de')).toBe('\u22120,05');
    expect(formatFixed(0.264, 3, 'fr', 'always')).toBe('+0,264');
  });
  it('gives a rounded zero no sign', () => {
    expect(formatFixed(-0.0001, 2, 'en', 'always')).toBe('0.00');
  });
  it('never groups digits', () => {
    expect(formatFixed(1234567.5, 1, 'de')).toBe('1234567,5');
  });
  it('shows a dash for what is no number', () => {
    expect(formatFixed(Number.NaN, 2, 'en')).toBe('–');
  });
});

describe('formatLimit', () => {
  it('spells a limit as it was entered, wherever it is shown', () => {
    expect(formatLimit(0.3, 3, 'en')).toBe('0.3');
    expect(formatLimit(-0.25, 1, 'de', 'always')).toBe('\u22120,25');
    expect(formatLimit(0.3, 9, 'en')).toBe('0.3');
  });
  it('rounds one that was computed to the decimals beside it', () => {
    expect(formatLimit(0.241723456, 3, 'en')).toBe('0.242');
    expect(formatLimit(0.1 + 0.2, 3, 'en')).toBe('0.3');
  });
});

describe('formatSignificant', () => {
  it('turns to powers of ten where zeros would hide the digits', () => {
    expect(formatSignificant(-1.6088e-5, 5, 'en')).toBe('−1.6088\u2009×\u200910⁻⁵');
    expect(formatSignificant(0.9984366, 7, 'en')).toBe('0.9984366');
    expect(formatSignificant(123456789, 4, 'de')).toBe('1,235\u2009×\u200910⁸');
  });
});

describe('formatPlain', () => {
  it.each([0, 1, -40, 0.01, 100.26, 12345.678, 1e-5])('shows %d with just its own digits', (value) => {
    expect(parseDecimal(formatPlain(value, 'de'), 'de')).toBe(value);
  });
  it('uses powers of ten for very small and very large values', () => {
    expect(formatPlain(2.5e-9, 'en')).toBe('2.5\u2009×\u200910⁻⁹');
  });
});

it('groups counts as the language does', () => {
  expect(formatCount(20000, 'en')).toBe('20,000');
  expect(formatCount(20000, 'de')).toBe('20.000');
});
