import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest } from './types.ts';

/** A hyperbola whose pole lies in the margin beyond the points, at 10.5. */
const hyperbola: Pick<AnalysisRequest, 'points' | 'uncertainty'> = {
  points: Array.from({ length: 21 }, (_, i) => ({
    measured: i / 2,
    reference: 1 / (10.5 - i / 2) + (((i * 7) % 5) - 2) * 1e-5
  })),
  uncertainty: {}
};
const FITS: AnalysisRequest['fit'][] = [
  { model: 'rational', numerator: 0, denominator: 1 },
  { model: 'custom', expression: 'a / (b - y)', start: [1, 10.6] }
];

function inverseOf(fit: AnalysisRequest['fit'], wanted: number) {
  try {
    return analyze({ ...hyperbola, fit, inverse_at: [wanted] }).inverse?.[0];
  } catch (error) {
    if (error instanceof AnalysisRefusal) return error.code;
    throw error;
  }
}

test.each(FITS)('a pole just beyond the points is no second answer ($model)', (fit) => {
  expect(inverseOf(fit, 0.5)).toMatchObject({ measured: expect.closeTo(8.5, 2) });
});

test.each(FITS)('a value that the curve leaps over at its pole is not reached there ($model)', (fit) => {
  // Reached only at 12.5, outside the searched range.
  expect(inverseOf(fit, -0.5)).toBe('no_inverse');
});

test('falling curves are read backwards too, just beyond the last point as well', () => {
  const points = [0, 1, 2, 3, 4].map((measured) => ({ measured, reference: 10 - 2 * measured }));
  const { inverse } = analyze({ points, fit: { model: 'linear' }, uncertainty: {}, inverse_at: [5, 10.4, 2] });
  expect(inverse?.map(({ measured }) => Number(measured.toFixed(9)))).toEqual([2.5, -0.2, 4]);
});
