import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import {
  countRun,
  deviationText,
  equationTerms,
  freedomText,
  limitsText,
  mostUncertain,
  percentText
} from './quantity-text.ts';

const result = analyze({
  points: [0, 20, 40, 60, 80, 100].map((x, i) => ({ reference: x, measured: x + 0.002 * x + (i % 2 ? 0.01 : -0.01) })),
  fit: { model: 'linear', method: 'ols' },
  uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 } },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.2, upper: 0.2 }], rule: 'simple_acceptance' }
});

test('the equation keeps every digit that the uncertainty can see', () => {
  const [constant, slope] = equationTerms(result, 'en');
  const exact = result.fit.coefficients;
  const value = Number(constant?.text.replace('−', '-')) + Number(slope?.text.replace(/[+ ]/g, '')) * 100;
  expect(Math.abs(value - ((exact[0] ?? 0) + (exact[1] ?? 0) * 100))).toBeLessThan(result.expanded_uncertainty / 500);
});

test('failing points are counted and quoted with their limits', () => {
  const count = countRun(result.points, 'as_found');
  expect(count).toMatchObject({ judged: 6, failing: 1 });
  expect(count.quoted?.acceptance_upper).toBeCloseTo(0.2);
  expect(countRun(result.points, 'as_left').failing).toBe(0);
});

test('the reported uncertainty is that of the most uncertain point', () => {
  expect(mostUncertain(result)?.expanded_uncertainty).toBe(result.expanded_uncertainty);
});

test.each([
  [-0.3, 0.3, '±0.3'],
  [-0.2, 0.3, '−0.2 … +0.3'],
  [null, 0.3, '≤ +0.3'],
  [-0.3, null, '≥ −0.3'],
  [-0.241723456, 0.241723456, '±0.24'],
  [null, null, null],
  [0.2, -0.2, null]
])('limits from %s to %s are written %s', (lower, upper, text) => {
  expect(limitsText(lower, upper, 2, 'en')).toBe(text);
});

test('numbers follow the language, tiny deviations go to powers of ten', () => {
  expect(percentText(0.9545, 'de')).toBe('95,45\u202f%');
  expect(deviationText(-1.23e-9, 11, 'en')).toContain('10⁻⁹');
  expect(freedomText(null, 'en')).toBe('∞');
  expect(freedomText(6.95e16, 'en')).toBe('∞');
  expect(freedomText(1e6, 'en')).toBe('∞');
  expect(freedomText(999_999, 'en')).toBe('999999');
  expect(freedomText(102.7, 'en')).toBe('102');
  expect(freedomText(4.57, 'fr')).toBe('4,5');
});

test('a probability below one ten-thousandth is stated as such, in columns too', () => {
  expect(percentText(2.4e-16, 'en', 2)).toBe('<\u202f0.01\u202f%');
  expect(percentText(9.9e-5, 'de')).toBe('<\u202f0,01\u202f%');
  expect(percentText(1e-4, 'en', 2)).toBe('0.01\u202f%');
  expect(percentText(0, 'en', 2)).toBe('0.00\u202f%');
  expect(percentText(0.97251, 'en', 2)).toBe('97.25\u202f%');
  expect(percentText(0.999996, 'de', 2)).toBe('>\u202f99,99\u202f%');
  expect(percentText(0.9999999999, 'en')).toBe('>\u202f99.99\u202f%');
  expect(percentText(0.99994, 'en')).toBe('99.994\u202f%');
  expect(percentText(1, 'en')).toBe('100\u202f%');
});

test('a deviation that rounds to zero has no sign', () => {
  for (const value of [-0.0004, -0, 0.0004]) expect(deviationText(value, 3, 'en', 'always')).toBe('0.000');
});
