import { expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { AnalysisRequest, Contribution } from '../types.ts';

const repeatability = (value: number, acts_on: 'measured' | 'corrected'): Contribution => ({
  name: 'Repeatability',
  source: 'repeatability',
  type: 'A',
  distribution: 'normal',
  value,
  degrees_of_freedom: 10,
  acts_on
});
const uFitOf = (
  request: Pick<AnalysisRequest, 'points' | 'fit'>,
  stated: Contribution,
  rest: Partial<AnalysisRequest> = {}
) => analyze({ ...request, ...rest, uncertainty: { contributions: [stated] } });

/** IEC 60751 above 0 °C. */
const platinum = (r0: number) => ({
  points: [0, 100, 200].map((t) => ({ reference: t, measured: r0 * (1 + 3.9083e-3 * t - 5.775e-7 * t * t) })),
  fit: { model: 'callendar_van_dusen' as const }
});
const units = { unit: '°C', measured_unit: 'Ω' };

// At a point through which the curve passes, its uncertainty is that of the one reading there, whatever is minimised.
test.each([100, 1000])(
  'a thermometer of %i Ω passes through its points with a scatter stated as a temperature',
  (r0) => {
    const { points } = uFitOf(platinum(r0), repeatability(0.01, 'corrected'), units);
    for (const { u_fit } of points) expect(u_fit).toBeCloseTo(0.01, 9);
  }
);

test.each([100, 1000])(
  'a thermometer of %i Ω passes through its points with a scatter stated as a resistance',
  (r0) => {
    const { points } = uFitOf(platinum(r0), repeatability(1e-4 * r0, 'measured'), units);
    for (const { reference: t, u_fit } of points) expect(u_fit).toBeCloseTo(1e-4 / (3.9083e-3 - 2 * 5.775e-7 * t), 9);
  }
);

test('a thermistor passes through its points with a scatter of the resistance: its slope is another at each of them', () => {
  const points = [0, 40, 80].map((t) => ({
    reference: t,
    measured: 1e4 * Math.exp(3435 * (1 / (t + 273.15) - 1 / 298.15))
  }));
  const request = { points, fit: { model: 'steinhart_hart' as const } };
  const result = uFitOf(request, repeatability(1, 'measured'), units);
  const uncertainties = result.points.map(({ u_fit }) => u_fit ?? 0);
  result.points.forEach(({ reference: t, measured }, i) =>
    expect(uncertainties[i]).toBeCloseTo((t + 273.15) ** 2 / (3435 * measured), 8)
  );
  expect(uncertainties[0]).toBeCloseTo(7.6e-4, 5);
  expect(uncertainties[2]).toBeCloseTo(0.0218, 4);
});

test('between its points a curve has the uncertainty that the scatter of each carries there', () => {
  const [a, b, u] = [0.1, 0.8, 0.01];
  const points = [0, 10].map((y) => ({ reference: a * Math.exp(b * y), measured: y }));
  const { evaluated } = uFitOf({ points, fit: { model: 'exponential' } }, repeatability(u, 'measured'), {
    evaluate_at: [5]
  });
  // f = x₀^(1−s) x₁^s with s = ½: ∂f/∂xᵢ = f / 2xᵢ, and each reading scatters by b·xᵢ·u.
  expect(evaluated?.[0]?.u_fit).toBeCloseTo((a * Math.exp(5 * b) * b * u) / Math.SQRT2, 9);
});
