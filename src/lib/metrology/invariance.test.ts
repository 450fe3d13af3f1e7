import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import type { AnalysisRequest, AnalysisResult, FitRequest, Judgement, Point, TolerancePart } from './types.ts';

/** A bent line with scatter, over indications that are not crowded together. */
const points: fc.Arbitrary<Point[]> = fc
  .record({
    steps: fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), { minLength: 8, maxLength: 20 }),
    noise: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
    slope: fc.double({ min: 0.5, max: 2, noNaN: true })
  })
  .map(({ steps, noise, slope }) => {
    let y = 1;
    return steps.map((step, i) => {
      y += step;
      return { measured: y, reference: slope * y + 0.01 * y * y + 0.05 * (noise[i] ?? 0), group: i };
    });
  });
const size = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
/**
 * In units of the scale: further away the plain powers of a cubic keep fewer than four digits, and the engine reports
 * it.
 */
const shift = fc.double({ min: -100, max: 100, noNaN: true });
const fits: fc.Arbitrary<FitRequest> = fc.constantFrom(
  { model: 'linear' },
  { model: 'polynomial', degree: 2 },
  { model: 'polynomial', degree: 3 },
  { model: 'polynomial', degree: 'auto' }
);

/** A complete request, in units smaller by the factor a (reference) and c (indication). */
function request(given: Point[], fit: FitRequest, a = 1, b = 0, c = 1, d = 0): AnalysisRequest {
  const limits = [-0.2 * a, 0.35 * a].sort((x, y) => x - y);
  const tolerance: TolerancePart[] = [{ kind: 'absolute', lower: limits[0] ?? null, upper: limits[1] ?? null }];
  return {
    points: given.map((point) => ({ ...point, measured: c * point.measured + d, reference: a * point.reference + b })),
    fit,
    uncertainty: {
      reference_standard: { expanded_uncertainty: 0.02 * Math.abs(a), coverage_factor: 2, degrees_of_freedom: 30 },
      contributions: [
        { name: 'drift', type: 'B', distribution: 'rectangular', value: 0.03 * c, acts_on: 'measured' },
        { name: 'air', type: 'B', distribution: 'normal', value: 0.01 * Math.abs(a), acts_on: 'corrected' }
      ]
    },
    conformity: { tolerance, rule: 'guard_band', judge: 'as_left' },
    unit: 'a',
    measured_unit: 'b'
  };
}

function expectNear(
  value: number | null | undefined,
  truth: number | null | undefined,
  scale: number,
  what: string
): void {
  const error = Math.abs((value ?? Number.NaN) - (truth ?? Number.NaN));
  expect(error, `${what}: ${value} is not ${truth}`).toBeLessThanOrEqual(1e-9 * scale);
}
const sizeOf = (result: AnalysisResult): number =>
  result.points.reduce((most, { reference }) => Math.max(most, Math.abs(reference)), 0);

/** Values exactly on a limit may fall on either side by rounding. */
const isClear = ({ value, acceptance_lower: low, acceptance_upper: high }: Judgement): boolean =>
  [low, high].every((limit) => limit === null || Math.abs(value - limit) > 1e-7 * (Math.abs(value) + Math.abs(limit)));

describe('shifting and scaling', () => {
  test('of reference and indication moves coefficients, uncertainties and verdicts as mathematics says', () => {
    fc.assert(
      fc.property(points, fits, size, shift, size, shift, fc.boolean(), (given, fit, size1, away, c, along, turned) => {
        const a = turned ? -size1 : size1;
        const [b, d] = [away * a, along * c];
        const plain = analyze(request(given, fit));
        const moved = analyze(request(given, fit, a, b, c, d));
        const scale = sizeOf(moved) + Math.abs(a) * sizeOf(plain);
        expect(moved.fit.degree).toBe(plain.fit.degree);
        plain.points.forEach((point, i) => {
          const other = moved.points[i];
          expectNear(other?.corrected, a * point.corrected + b, scale, 'corrected');
          expectNear(other?.u_fit, Math.abs(a) * (point.u_fit ?? 0), Math.abs(a) * 10 + scale * 1e-3, 'u_fit');
          const whole = Math.abs(a) * point.expanded_uncertainty;
          expectNear(other?.expanded_uncertainty, whole, whole * 1e3 + scale * 1e-3, 'U');
          expectNear(other?.nu_eff, point.nu_eff, (point.nu_eff ?? 1) * 1e5, 'nu');
          if (point.as_left === null || !isClear(point.as_left)) return;
          expect(other?.as_left?.verdict).toBe(point.as_left.verdict);
          expectNear(other?.as_left?.tur, point.as_left.tur, 1e4, 'TUR');
        });
        const [c0 = 0, c1 = 0] = plain.fit.coefficients;
        if (fit.model !== 'linear') return;
        expectNear(moved.fit.coefficients[1], (a * c1) / c, 1e2 * Math.abs((a * c1) / c), 'slope');
        const sizes = scale + Math.abs((a * c1 * d) / c);
        expectNear(moved.fit.coefficients[0], a * c0 + b - (a * c1 * d) / c, sizes, 'intercept');
      }),
      { numRuns: 150, seed: 1 }
    );
  });

  const scaled: readonly [FitRequest, (c: number[], a: number, k: number) => number[]][] = [
    [{ model: 'proportional' }, ([c1 = 0], a, k) => [(a * c1) / k]],
    [{ model: 'exponential' }, ([c0 = 0, c1 = 0], a, k) => [a * c0, c1 / k]],
    [{ model: 'power' }, ([c0 = 0, c1 = 0], a, k) => [(a * c0) / k ** c1, c1]],
    [{ model: 'logarithmic' }, ([c0 = 0, c1 = 0], a, k) => [a * (c0 - c1 * Math.log(k)), a * c1]],
    [{ model: 'rational', numerator: 1, denominator: 1 }, ([p = 0, q = 0, r = 0], a, k) => [a * p, (a * q) / k, r / k]]
  ];
  test.each(scaled)('moves the coefficients of $model', (fit, expected) => {
    fc.assert(
      fc.property(
        points,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (given, a, k) => {
          const run = (p: Point[]) => analyze({ points: p, fit, uncertainty: {} });
          const plain = run(given);
          const moved = run(
            given.map(({ measured, reference, group }) => ({ measured: k * measured, reference: a * reference, group }))
          );
          expected([...plain.fit.coefficients], a, k).forEach((value, j) => {
            const size = a * sizeOf(plain) + Math.abs(value);
            expectNear(moved.fit.coefficients[j], value, 100 * size, `coefficient ${j}`);
          });
          plain.points.forEach((point, i) => {
            expectNear(moved.points[i]?.corrected, a * point.corrected, 10 * a * sizeOf(plain), 'corrected');
            const U = a * point.expanded_uncertainty;
            expectNear(moved.points[i]?.expanded_uncertainty, U, 1e3 * U, 'U');
          });
        }
      ),
      { numRuns: 40, seed: 2 }
    );
  });
});

test('the order of the points does not matter', () => {
  fc.assert(
    fc.property(points, fits, fc.infiniteStream(fc.nat()), (given, fit, keys) => {
      const order = given.map((_, i) => [keys.next().value ?? 0, i] as const).sort(([a, i], [b, j]) => a - b || i - j);
      const plain = analyze(request(given, fit));
      const shuffled = analyze(
        request(
          order.map(([, i]) => given[i] ?? { measured: 0, reference: 0 }),
          fit
        )
      );
      const scale = sizeOf(plain);
      plain.fit.coefficients.forEach((value, j) =>
        expectNear(shuffled.fit.coefficients[j], value, scale, 'coefficient')
      );
      order.forEach(([, i], place) => {
        expectNear(shuffled.points[place]?.corrected, plain.points[i]?.corrected, scale, 'corrected');
        const U = plain.points[i]?.expanded_uncertainty ?? Number.NaN;
        expectNear(shuffled.points[place]?.expanded_uncertainty, U, U, 'U');
      });
      expect(shuffled.conformity?.as_left).toBe(plain.conformity?.as_left);
      expectNear(shuffled.expanded_uncertainty, plain.expanded_uncertainty, plain.expanded_uncertainty, 'U');
    }),
    { numRuns: 100, seed: 3 }
  );
});

describe('methods that must agree', () => {
  const u = fc.double({ min: 1e-3, max: 10, noNaN: true });

  test('equal weights are no weights, up to where the covariance comes from', () => {
    fc.assert(
      fc.property(
        points,
        fits.filter(({ degree }) => degree !== 'auto'),
        u,
        (given, fit, uncertainty) => {
          const weighted = given.map((point) => ({ ...point, u_reference: uncertainty }));
          const ols = analyze({ points: given, fit, uncertainty: {} }).fit;
          const scatter = analyze({
            points: weighted,
            fit: { ...fit, method: 'wls', covariance: 'scatter' },
            uncertainty: {}
          }).fit;
          const known = analyze({ points: weighted, fit: { ...fit, method: 'wls' }, uncertainty: {} }).fit;
          const s = ols.residual_standard_deviation ?? Number.NaN;
          ols.coefficients.forEach((value, j) => {
            const error = ols.standard_errors?.[j] ?? Number.NaN;
            expectNear(scatter.coefficients[j], value, Math.abs(value) + error, 'coefficient');
            expectNear(known.coefficients[j], value, Math.abs(value) + error, 'coefficient');
            expectNear(scatter.standard_errors?.[j], error, error, 'standard error');
            // The covariance rule: u² in place of s².
            expectNear(
              known.standard_errors?.[j],
              (error * uncertainty) / s,
              (error * uncertainty) / s,
              'standard error'
            );
          });
          expectNear(
            known.chi_squared?.value,
            (ols.degrees_of_freedom ?? 0) * (s / uncertainty) ** 2,
            10 * (s / uncertainty) ** 2,
            'chi-squared'
          );
        }
      ),
      { numRuns: 100, seed: 4 }
    );
  });

  test('errors in both variables without one of the indication are weights', () => {
    fc.assert(
      fc.property(points, u, (given, uncertainty) => {
        const exact = given.map((point) => ({ ...point, u_reference: uncertainty }));
        const nearly = exact.map((point) => ({ ...point, u_measured: 1e-9 * uncertainty }));
        const wls = analyze({ points: exact, fit: { model: 'linear', method: 'wls' }, uncertainty: {} }).fit;
        const gdr = analyze({ points: nearly, fit: { model: 'linear', method: 'gdr' }, uncertainty: {} }).fit;
        wls.coefficients.forEach((value, j) => {
          const error = wls.standard_errors?.[j] ?? Number.NaN;
          expectNear(gdr.coefficients[j], value, 10 * (Math.abs(value) + error), 'coefficient');
          expectNear(gdr.standard_errors?.[j], error, 10 * error, 'standard error');
        });
      }),
      { numRuns: 60, seed: 5 }
    );
  });

  test('Monte Carlo confirms the budget of a linear model with normal contributions', () => {
    fc.assert(
      fc.property(points, fc.nat(1_000_000), (given, seed) => {
        const { conformity: _conformity, ...asked } = request(given, { model: 'linear' });
        const result = analyze({
          ...asked,
          uncertainty: { ...asked.uncertainty, monte_carlo: { trials: 40_000, seed } }
        });
        // For Student's t with few degrees of freedom the trials have the larger standard deviation √(ν/(ν − 2)).
        const nu = result.fit.degrees_of_freedom ?? 1;
        const found = result.monte_carlo?.standard_uncertainty ?? Number.NaN;
        expect(found / result.combined_standard_uncertainty).toBeGreaterThan(0.975);
        expect(found / result.combined_standard_uncertainty).toBeLessThan(1.025 * Math.sqrt(nu / (nu - 2)));
        const half =
          ((result.monte_carlo?.symmetric_interval[1] ?? 0) - (result.monte_carlo?.symmetric_interval[0] ?? 0)) / 2;
        expect(half / result.expanded_uncertainty).toBeGreaterThan(0.9);
        expect(half / result.expanded_uncertainty).toBeLessThan(1.1);
      }),
      { numRuns: 8, seed: 6 }
    );
  }, 30_000);
});
