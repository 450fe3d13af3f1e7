import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import { TrialStream } from '../monte-carlo/stream.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { AnalysisRequest, AnalysisResult, PointCorrelation } from '../types.ts';
import { correlatedLine } from './correlated-line.ts';

const READINGS = [10, 20, 30, 40, 50, 60, 70] as const;
const OFF = [0.02, -0.05, 0.01, 0.04, -0.03, 0.02, -0.01];
const U = { u_reference: 0.03, u_measured: 0.02 };
const POINTS = READINGS.map((measured, i) => ({ reference: 5 + 1.02 * measured + (OFF[i] ?? 0), measured, ...U }));

const request = (correlation?: PointCorrelation, changes: Partial<AnalysisRequest> = {}): AnalysisRequest => ({
  points: POINTS,
  fit: { model: 'linear', method: 'gdr', ...(correlation && { correlation }) },
  uncertainty: { coverage_factor: 2 },
  evaluate_at: [10, 33, 70],
  ...changes
});

const fitted = ({ fit, evaluated }: AnalysisResult) =>
  [...fit.coefficients, ...(fit.covariance ?? []).flat(), ...(evaluated ?? []).map(({ u_fit }) => u_fit ?? 0)] as const;

function refusal(asked: AnalysisRequest): [string, string] {
  try {
    analyze(asked);
  } catch (refused) {
    if (refused instanceof AnalysisRefusal) return [refused.code, refused.path.join('.')];
    throw refused;
  }
  return ['', ''];
}

describe('the line', () => {
  test('is that of the whole covariance matrices', () => {
    const { fit } = analyze(request({ reference_measured: 0.4, references: 0.5, readings: 0.1 }));
    const square = (u: number, r: number) => POINTS.map((_, i) => POINTS.map((__, j) => (i === j ? u * u : r * u * u)));
    const line = correlatedLine({
      x: POINTS.map(({ measured }) => measured),
      y: POINTS.map(({ reference }) => reference),
      covarianceX: square(0.02, 0.1),
      covarianceY: square(0.03, 0.5),
      covarianceXY: POINTS.map((_, i) => POINTS.map((__, j) => (i === j ? 0.4 * 0.02 * 0.03 : 0)))
    });
    line.coefficients.forEach((value, j) => expect(fit.coefficients[j]).toBeCloseTo(value, 9));
    line.covariance.flat().forEach((value, j) => {
      expect(Math.abs((fit.covariance?.flat()[j] ?? 0) / value - 1)).toBeLessThan(1e-8);
    });
    expect(fit.chi_squared?.value).toBeCloseTo(line.chiSquared, 8);
    expect(fit.diagnostics.leverage.reduce((sum, value) => sum + value, 0)).toBeCloseTo(2, 10);
  });

  test('becomes that of independent points as the correlations vanish; of zero it is the same to the last bit', () => {
    expect(analyze(request({ references: 0, readings: 0 }))).toEqual(analyze(request()));
    const independent = fitted(analyze(request()));
    fitted(analyze(request({ reference_measured: 1e-9 }))).forEach((value, i) => {
      expect(Math.abs(value / (independent[i] ?? 0) - 1)).toBeLessThan(1e-6);
    });
  });

  test('keeps its digits far from zero', () => {
    const far = POINTS.map((point) => ({
      ...point,
      measured: point.measured + 4096,
      reference: point.reference + 8192
    }));
    const correlation = { references: 0.5 };
    const here = analyze(request(correlation));
    const there = analyze(request(correlation, { points: far, evaluate_at: [10, 33, 70].map((y) => y + 4096) }));
    here.evaluated?.forEach(({ corrected, u_fit }, i) => {
      expect(there.evaluated?.[i]?.corrected).toBeCloseTo(corrected + 8192, 9);
      expect(there.evaluated?.[i]?.u_fit).toBeCloseTo(u_fit ?? 0, 12);
    });
  });

  test('is moved by what its references have in common, and that averages out no more', () => {
    const [, alone] = analyze(request()).evaluated ?? [];
    const [, middle] = analyze(request({ references: 0.9 })).evaluated ?? [];
    expect(middle?.u_fit).toBeGreaterThan(0.03 * Math.sqrt(0.9));
    expect(middle?.u_fit).toBeGreaterThan(1.5 * (alone?.u_fit ?? 1));
  });
});

describe('the budget of an error', () => {
  const errorOf = (correlation?: PointCorrelation) => analyze(request(correlation)).points[0]?.error_uncertainty;

  test('loses what reference and indication have in common, and gains what they have against each other', () => {
    const of = (r: number) => Math.sqrt(0.03 ** 2 + 0.02 ** 2 - 2 * r * 0.03 * 0.02);
    expect(
      analyze(request({ reference_measured: 0.6 }, asJudged)).points[0]?.error_uncertainty?.u_combined
    ).toBeCloseTo(of(0.6), 12);
    expect(
      analyze(request({ reference_measured: -0.6 }, asJudged)).points[0]?.error_uncertainty?.u_combined
    ).toBeCloseTo(of(-0.6), 12);
    expect(errorOf({ references: 0.5 })?.u_combined).toBeCloseTo(of(0), 12);
  });

  test('of a corrected value knows no reference of a point, and so no correlation with it', () => {
    const point = analyze(request({ reference_measured: 0.6 })).points[0];
    expect(point?.u_combined).toBeCloseTo(Math.hypot(point?.u_fit ?? 0, (slopeOf(point) ?? 0) * 0.02), 12);
  });

  const slopeOf = (_point: unknown) => analyze(request({ reference_measured: 0.6 })).fit.coefficients[1];
});

const asJudged: Partial<AnalysisRequest> = {
  conformity: { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -9, upper: 9 }] }
};

test('1 000 simulated calibrations: the interval of the curve and that of an error hold as often as they say', () => {
  const [r, common] = [0.5, 0.4];
  const stream = new TrialStream(1);
  const shared = r / Math.sqrt(1 - common);
  const held = { curve: 0, error: 0, judged: 0 };
  const sets = 1000;
  for (let set = 0; set < sets; set++) {
    stream.begin(set, 0);
    const all = stream.normal();
    const points = READINGS.map((there) => {
      const [own, other] = [stream.normal(), stream.normal()];
      const reference = 5 + 1.02 * there + U.u_reference * (Math.sqrt(common) * all + Math.sqrt(1 - common) * own);
      const measured = there + U.u_measured * (shared * own + Math.sqrt(1 - shared * shared) * other);
      return { reference, measured, ...U };
    });
    const result = analyze(request({ reference_measured: r, references: common }, { points, evaluate_at: [33] }));
    const found = result.evaluated?.[0];
    if (Math.abs((found?.corrected ?? 0) - (5 + 1.02 * 33)) <= 2 * (found?.u_fit ?? 0)) held.curve++;
    const point = result.points[2];
    // If chi-squared refutes the stated uncertainties, the errors are not judged.
    if (point?.error_uncertainty === undefined) continue;
    held.judged++;
    if (Math.abs((point.error ?? 0) - (30 - 5 - 1.02 * 30)) <= point.error_uncertainty.expanded_uncertainty)
      held.error++;
  }
  expect(Math.abs(held.curve / sets - 0.9545)).toBeLessThan(0.02);
  expect(Math.abs(held.error / held.judged - 0.9545)).toBeLessThan(0.02);
}, 60_000);

test('scatter scales the whole matrix, and Monte Carlo, health of residuals and R² say no more than they can', () => {
  const correlation = { references: 0.5, reference_measured: 0.2 };
  const known = analyze(request(correlation));
  const fit = { model: 'linear', method: 'gdr', correlation, covariance: 'scatter' } as const;
  const scattered = analyze(request(correlation, { fit }));
  const scale = Math.sqrt((known.fit.chi_squared?.value ?? 0) / 5);
  expect(scattered.fit.standard_errors?.[1]).toBeCloseTo(scale * (known.fit.standard_errors?.[1] ?? 0), 12);
  expect(known.fit).toMatchObject({
    r_squared: null,
    diagnostics: { lack_of_fit: null, runs_test: null, outliers: [] }
  });
  const monte_carlo = { trials: 100_000, seed: 3 } as const;
  const drawn = analyze(request(correlation, { uncertainty: { monte_carlo } }));
  expect(drawn.monte_carlo?.standard_uncertainty).toBeCloseTo(drawn.combined_standard_uncertainty, 3);
});

test('a reference standard beside correlated references may count twice, with a warning', () => {
  const uncertainty = { reference_standard: { expanded_uncertainty: 0.02, coverage_factor: 2 } };
  const codes = (correlation: PointCorrelation) =>
    analyze(request(correlation, { uncertainty })).warnings.map(({ code }) => code);
  expect(codes({ references: 0.5 })).toContain('reference_twice');
  expect(codes({ readings: 0.1 })).not.toContain('reference_twice');
});

describe('refused is', () => {
  test('another model or method', () => {
    const correlation = { references: 0.5 };
    const ofFit = (fit: AnalysisRequest['fit']) => refusal(request(undefined, { fit }));
    const refused = ['correlation_unused', 'fit.correlation'];
    expect(ofFit({ model: 'linear', method: 'wls', correlation })).toEqual(refused);
    expect(ofFit({ model: 'polynomial', degree: 2, method: 'gdr', correlation })).toEqual(refused);
  });

  test('what no quantities have: seven points cannot all go against each other', () => {
    expect(refusal(request({ references: -0.2 }))[0]).toBe('covariance_impossible');
    expect(refusal(request({ references: -0.16 }))[0]).toBe('');
    expect(refusal(request({ references: 0.9, reference_measured: 0.5 }))).toEqual([
      'covariance_impossible',
      'fit.correlation'
    ]);
    expect(refusal(request({ readings: 1 }))).toEqual(['out_of_range', 'fit.correlation.readings']);
  });

  test('a correlation of what a point does not state, and more points than a matrix can hold', () => {
    const points = POINTS.map(({ u_measured: _left, ...point }, i) => (i === 3 ? point : { ...point, u_measured: 1 }));
    expect(refusal(request({ readings: 0.1 }, { points }))).toEqual(['missing_uncertainty', 'points.3.u_measured']);
    const many = Array.from({ length: 301 }, (_, i) => ({ reference: i, measured: i, ...U }));
    expect(refusal(request({ references: 0.1 }, { points: many }))).toEqual(['too_many_points', 'points']);
  });
});
