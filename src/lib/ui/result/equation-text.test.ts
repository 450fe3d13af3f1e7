import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { FitRequest } from '#lib/metrology/types.ts';
import { equationText } from './equation-text.ts';

const fitted = (fit: FitRequest) =>
  analyze({
    points: [1, 2, 3, 4, 5, 6].map((y, i) => ({ reference: 2 * Math.exp(0.3 * y) + 0.01 * (i % 2), measured: y })),
    fit,
    uncertainty: {}
  }).fit;

test('a polynomial is written by its terms, not here', () => {
  expect(equationText(fitted({ model: 'linear' }), 'en')).toBeNull();
});
test('digits are cut to seven, letters and powers stay', () => {
  const text = equationText(fitted({ model: 'exponential' }), 'en') ?? '';
  expect(text).toMatch(/^f\(y\) = [\d.]+ · exp\([\d.]+ · y\)$/);
  for (const [number] of text.matchAll(/[\d.]+/g))
    expect(number.replace(/^0\.0*|\./g, '').length).toBeLessThanOrEqual(7);
});
test('other languages write the decimal comma', () => {
  expect(equationText(fitted({ model: 'power' }), 'de')).toMatch(/\d,\d/);
});
test('every formula that people type comes out readable', () => {
  const text = equationText(fitted({ model: 'custom', expression: 'a - b*y^2', start: [1, 1] }), 'en');
  expect(text).toMatch(/^f\(y\) = /);
  expect(text).toContain('y^2');
});
