import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { evaluateCurve } from './curve.ts';
import type { AnalysisRequest, FitRequest } from './types.ts';
import { sampleCurve } from './uncertainty/sample-curve.ts';

const readings = Array.from({ length: 24 }, (_, i) => 0.5 + 0.4 * i);
/** A scatter that no model can follow, the same every time. */
const wobble = (i: number): number => ((i * 7919) % 101) / 50 - 1;

type Truth = readonly [name: string, fit: FitRequest, coefficients: readonly number[], curve: (y: number) => number];

const MODELS: readonly Truth[] = [
  ['logarithmic', { model: 'logarithmic' }, [2, 3], (y) => 2 + 3 * Math.log(y)],
  ['exponential', { model: 'exponential' }, [2, 0.3], (y) => 2 * Math.exp(0.3 * y)],
  ['falling exponential below zero', { model: 'exponential' }, [-5, -0.2], (y) => -5 * Math.exp(-0.2 * y)],
  ['power', { model: 'power' }, [1.5, 1.7], (y) => 1.5 * y ** 1.7],
  [
    'rational',
    { model: 'rational', numerator: 1, denominator: 2 },
    [1, 2, 0.1, 0.01],
    (y) => (1 + 2 * y) / (1 + 0.1 * y + 0.01 * y * y)
  ],
  ['logistic_4', { model: 'logistic_4' }, [1, 2.5, 4, 9], (y) => 9 - 8 / (1 + (y / 4) ** 2.5)],
  ['logistic_5', { model: 'logistic_5' }, [1, 3, 4, 9, 0.7], (y) => 9 - 8 / (1 + (y / 4) ** 3) ** 0.7],
  [
    'custom',
    { model: 'custom', expression: 'a * sin(b * y) + c', start: [0.5, 0.6, 0] },
    [1, 0.5, 0.25],
    (y) => Math.sin(0.5 * y) + 0.25
  ]
];

function requestFor(fit: FitRequest, curve: (y: number) => number, scatter: number): AnalysisRequest {
  const points = readings.map((measured, i) => ({ measured, reference: curve(measured) + scatter * wobble(i) }));
  return { points, fit, uncertainty: {}, evaluate_at: [2.2] };
}

describe.each(MODELS)('%s', (_name, fit, coefficients, curve) => {
  test('exact points give back the coefficients they were made with', () => {
    const result = analyze(requestFor(fit, curve, 0));
    coefficients.forEach((value, j) =>
      expect(Math.abs((result.fit.coefficients[j] ?? 0) / value - 1)).toBeLessThan(1e-8)
    );
    expect(result.evaluated?.[0]?.corrected).toBeCloseTo(curve(2.2), 10);
  });

  test('with scatter the stored curve evaluates to what the result says, and its band is that of the fit', () => {
    const result = analyze(requestFor(fit, curve, 1e-3));
    const stored = { model: result.fit.model, ...result.fit.scaled };
    const worst = result.points[0];
    expect(evaluateCurve(stored, readings[0] ?? 0)).toBe(worst?.corrected);
    const [first] = sampleCurve(result, readings[0] ?? 0, 9, 3);
    expect((first?.expanded_uncertainty ?? 0) / (worst?.expanded_uncertainty ?? 1)).toBeCloseTo(1, 9);
    expect(Math.max(...result.points.map((point) => Math.abs(point.residual)))).toBeLessThan(2e-3);
  });
});

test('weights that follow from the slope settle for a curve as for a line', () => {
  const points = readings.map((measured, i) => ({
    measured,
    reference: 2 * Math.exp(0.3 * measured) * (1 + 1e-3 * wobble(i)),
    u_measured: 0.01
  }));
  const { fit } = analyze({ points, fit: { model: 'exponential', method: 'wls' }, uncertainty: {} });
  expect(fit.coefficients[1]).toBeCloseTo(0.3, 3);
  expect(fit.covariance_kind).toBe('known');
});

describe('platinum thermometer', () => {
  const [r0, a, b, c] = [100.02, 3.9083e-3, -5.775e-7, -4.183e-12];
  const resistance = (t: number): number => r0 * (1 + a * t + b * t * t + (t < 0 ? c * (t - 100) * t * t * t : 0));
  const request = (temperatures: number[], scatter: number): AnalysisRequest => ({
    points: temperatures.map((t, i) => ({ reference: t, measured: resistance(t) + scatter * wobble(i) })),
    fit: { model: 'callendar_van_dusen' },
    uncertainty: {},
    unit: '°C',
    measured_unit: 'Ω'
  });

  test('coefficients come back, C only with points below 0 °C', () => {
    const cold = analyze(request([-190, -150, -100, -50, -20, 0, 50, 100, 200, 400], 0)).fit.coefficients;
    [r0, a, b, c].forEach((value, j) => expect((cold[j] ?? 0) / value).toBeCloseTo(1, 8));
    expect(analyze(request([0, 50, 100, 200, 400], 0)).fit.coefficients).toHaveLength(3);
  });

  test('the corrected value is the temperature, and its uncertainty that of the resistance over the slope', () => {
    const result = analyze(request([-190, -150, -100, -50, -20, 0, 50, 100, 200, 400], 1e-3));
    result.points.forEach((point) => expect(Math.abs(point.corrected - point.reference)).toBeLessThan(0.01));
    const s = result.fit.residual_standard_deviation ?? 0;
    const at = result.points[5];
    const repeatability = Math.sqrt((at?.u_combined ?? 0) ** 2 - (at?.u_fit ?? 0) ** 2);
    expect(repeatability / (s / (r0 * a))).toBeCloseTo(1, 3);
  });
});

test('a thermistor is fitted in temperature, in °C as in kelvin', () => {
  const resistances = [95447, 32650, 19900, 12490, 10000, 8057, 5327, 3603, 2488];
  const kelvin = (r: number): number => 1 / (1.1292e-3 + 2.341e-4 * Math.log(r) + 8.775e-8 * Math.log(r) ** 3);
  const fitIn = (unit: string, zero: number): ReturnType<typeof analyze> =>
    analyze({
      points: resistances.map((measured) => ({ measured, reference: kelvin(measured) - zero })),
      fit: { model: 'steinhart_hart' },
      uncertainty: {},
      unit,
      measured_unit: 'Ω'
    });
  // The first one is below the ice point: negative in every unit of Celsius, none of which is mistaken for kelvin.
  for (const { fit } of [fitIn('°C', 273.15), fitIn('Cel', 273.15), fitIn('degC', 273.15), fitIn('K', 0)]) {
    [1.1292e-3, 2.341e-4, 8.775e-8].forEach((value, j) => expect((fit.coefficients[j] ?? 0) / value).toBeCloseTo(1, 9));
  }
});

describe('interpolation', () => {
  const points = [0, 1, 2, 3, 5].flatMap((y) => [
    { reference: y * y, measured: y + 0.01, group: y },
    { reference: y * y, measured: y - 0.01, group: y }
  ]);
  const result = analyze({ points, fit: { model: 'interpolation' }, uncertainty: {}, evaluate_at: [0, 1.5, 2, 4] });

  test('passes through the means and never leaves the range of its neighbours', () => {
    expect(result.evaluated?.[2]?.corrected).toBeCloseTo(4, 12);
    expect(result.evaluated?.[1]?.corrected).toBeGreaterThan(1);
    expect(result.evaluated?.[1]?.corrected).toBeLessThan(4);
  });

  test('its uncertainty is that of the means, and nothing is proven by its own points', () => {
    const s = result.fit.residual_standard_deviation ?? 0;
    expect(result.evaluated?.[2]?.u_fit).toBeCloseTo(s / Math.SQRT2, 12);
    expect(result.fit.degrees_of_freedom).toBe(5);
    expect(result.points.every((point) => point.error_after_correction === null)).toBe(true);
    expect(result.warnings.map(({ code }) => code)).toEqual(['interpolation_unverified']);
  });

  test('repeats differ from the mean that the curve passes through, and their residuals say so', () => {
    const repeats = [0, 0, 1, 1].map((reference, i) => ({
      reference,
      measured: reference + (i % 2 ? 0.01 : -0.01),
      nominal: reference
    }));
    const found = analyze({ points: repeats, fit: { model: 'interpolation' }, uncertainty: {} });
    for (const { residual, reference, corrected } of found.points) expect(residual).toBe(reference - corrected);
    expect(Math.abs(found.points[0]?.residual ?? 0)).toBeCloseTo(0.01, 12);
  });

  test('with a stated scatter of the indication has at each knot the uncertainty of its own slope', () => {
    const stated = {
      name: 'Readings',
      source: 'repeatability',
      type: 'A',
      distribution: 'normal',
      value: 0.01,
      degrees_of_freedom: 20,
      acts_on: 'measured'
    } as const;
    const knots = [1, 10, 50, 100].map((measured) => ({ reference: measured ** 2, measured }));
    const of = (acts_on: 'measured' | 'corrected') =>
      analyze({
        points: knots,
        fit: { model: 'interpolation' },
        unit: 'A',
        measured_unit: 'B',
        uncertainty: { contributions: [{ ...stated, acts_on }] }
      });
    const found = of('measured');
    // The slopes of the monotone curve itself, not those of y².
    [0.02, 0.162, 0.844, 2].forEach((u, i) => expect(found.points[i]?.u_fit).toBeCloseTo(u, 3));
    expect(found.fit.standard_errors).toEqual(found.points.map(({ u_fit: u }) => u));
    for (const { u_fit: u } of of('corrected').points) expect(u).toBeCloseTo(0.01, 12);
  });

  test('of very many knots the result holds the standard errors and no matrix of zeros', () => {
    const many = Array.from({ length: 2400 }, (_, i) => ({
      reference: i >> 1,
      measured: i + (i % 3) / 10,
      group: i >> 1
    }));
    const request: AnalysisRequest = { points: many, fit: { model: 'interpolation' }, uncertainty: {} };
    const found = analyze(request);
    const { fit } = found;
    expect([fit.covariance, fit.scaled.covariance, fit.standard_errors?.length]).toEqual([null, null, 1200]);
    const knot = fit.scaled.knots?.[600] ?? 0;
    const there = analyze({ ...request, evaluate_at: [knot] }).evaluated?.[0];
    expect(there?.u_fit).toBe(fit.standard_errors?.[600]);
    // The band of the chart needs no matrix either.
    const [sample] = sampleCurve(found, knot, knot + 1, 2);
    expect(sample?.expanded_uncertainty).toBeCloseTo(there?.expanded_uncertainty ?? 0, 3);
    const trials = (): unknown => analyze({ ...request, uncertainty: { monte_carlo: { trials: 1000, seed: 1 } } });
    expect(trials).toThrow('would take too long');
  });
});

test('of very many points the valley is found with a part of them, and the minimum with all', () => {
  const many = Array.from({ length: 60_000 }, (_, i) => {
    // In no order, as from several runs.
    const measured = 1 + ((i * 7919) % 60_000) / 6000;
    return { measured, reference: 2 * Math.exp(0.3 * measured) + 0.01 * wobble(i) };
  });
  const { fit } = analyze({ points: many, fit: { model: 'exponential' }, uncertainty: {} });
  // At the minimum the residuals are perpendicular to both derivatives.
  const [a = 0, b = 0] = fit.coefficients;
  let [first, second, size] = [0, 0, 0];
  for (const { measured, reference } of many) {
    const slope = Math.exp(b * measured);
    const residual = reference - a * slope;
    first += residual * slope;
    second += residual * a * slope * measured;
    size += Math.abs(residual) * slope;
  }
  expect(Math.abs(first) / size).toBeLessThan(1e-10);
  expect(Math.abs(second) / (a * size)).toBeLessThan(1e-9);
  expect(fit.residual_standard_deviation).toBeCloseTo(0.01 * Math.sqrt((51 * 50) / 7500), 4);
});
