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
