import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { correctionPicture, limitName } from './correction-picture.ts';

const judged = (limit: number) =>
  analyze({
    points: [0, 20, 40, 60, 80, 100].map((x, i) => ({ reference: x, measured: x + (i % 2 ? 0.01 : -0.01) })),
    fit: { model: 'linear', method: 'ols' },
    uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 } },
    conformity: {
      tolerance: [{ kind: 'absolute', lower: -limit, upper: limit }],
      rule: 'guard_band',
      guard_band_factor: 1
    }
  });

test('a guard band that leaves nothing is stated, not drawn as lines outside the tolerance', () => {
  const none = correctionPicture(judged(0.02), true);
  expect(none.noAcceptance).toBe(true);
  expect(none.limits.every(({ acceptance }) => acceptance[0] === null && acceptance[1] === null)).toBe(true);
  expect(none.limits.length).toBeGreaterThan(0);
});

test('limits lie about the correction that the error was judged with', () => {
  const points = [0, 20, 40, 60].map((x) => ({ reference: x, measured: x + 5 }));
  const correction_in_force = { model: 'offset', coefficients: [-5] } as const;
  const tolerance = [{ kind: 'absolute', lower: -0.3, upper: 0.3 }] as const;
  const result = analyze({
    points,
    correction_in_force,
    fit: { model: 'linear' },
    uncertainty: { resolution: 0.01, reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 } },
    conformity: { tolerance, rule: 'simple_acceptance' }
  });
  expect(result.conformity?.as_found).toBe('pass');
  const { marks, limits } = correctionPicture(result, true);
  for (const [i, { middle, tolerance: drawn }] of limits.entries()) {
    expect(middle).toBe(-5);
    expect(drawn).toEqual([-5.3, -4.7]);
    expect(marks[i]?.value).toBe(-5);
  }
  expect(limitName(limits[0], 'tolerance', (size) => size.toFixed(1))).toBe('±0.3');
  const [without] = correctionPicture(judged(0.3), true).limits;
  expect(without).toMatchObject({ middle: 0, tolerance: [-0.3, 0.3] });
});

test('acceptance lies inside the tolerance where there is one', () => {
  const some = correctionPicture(judged(0.3), true);
  expect(some.noAcceptance).toBe(false);
  for (const { tolerance, acceptance } of some.limits) {
    expect(acceptance[0]).toBeGreaterThan(tolerance[0] ?? Number.NaN);
    expect(acceptance[1]).toBeLessThan(tolerance[1] ?? Number.NaN);
  }
});

test('a curve without a value somewhere between its points is not drawn, and its points are', () => {
  const gap = analyze({
    points: [0, 1, 2, 8, 9, 10].map((measured, i) => ({
      reference: 1 + Math.sqrt((measured - 5) ** 2 - 4) + (i % 2) * 1e-3,
      measured
    })),
    fit: { model: 'custom', expression: 'a + b*sqrt((y-5)^2-4)', start: [1, 1] },
    uncertainty: {}
  });
  const picture = correctionPicture(gap, true);
  expect(picture).toMatchObject({ line: [], band: [], range: [0, 10] });
  expect(picture.marks).toHaveLength(6);
});

test('a curve of unknown uncertainty has no band', () => {
  const points = [0, 10].map((measured) => ({ measured, reference: measured + 0.1 }));
  const { line, band } = correctionPicture(analyze({ points, fit: { model: 'linear' }, uncertainty: {} }), true);
  expect(line.length).toBeGreaterThan(2);
  expect(band).toEqual([]);
});
