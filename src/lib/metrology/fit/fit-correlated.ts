import { AnalysisRefusal } from '../refusal.ts';
import type { CorrectionCurve, PointCorrelation } from '../types.ts';
import { isBlurred, type CoefficientTable } from './coefficient-covariance.ts';
import { correlatedLine } from './correlated-line.ts';
import { checkEnough } from './enough-points.ts';
import type { FitData } from './fit-data.ts';
import type { FitOutcome, FitPlan } from './fit-outcome.ts';
import { linearModel } from './linear-model.ts';
import { residualsOf } from './residuals.ts';
import { scalingOf } from './scaling.ts';
import { scatterOf } from './scatter.ts';
import { varianceOf } from './variance.ts';

type Matrix = readonly (readonly number[])[];

/** The matrix of correlated points has their number squared as its size. */
export const MOST_CORRELATED_POINTS = 300;

/**
 * The line of method gdr through points whose stated uncertainties are correlated: reference and indication of one point, the
 * references of any two points, their indications. Repeats are not treated separately: correlated, they would scatter
 * less than they deviate. Refuses with `too_many_points`, and with `covariance_impossible` for coefficients that no
 * quantities can have.
 * Source: ISO/TS 28037:2010 clauses 8 and 10.
 */
export function fitCorrelated(data: FitData, plan: FitPlan, correlation: PointCorrelation): FitOutcome {
  const shape = linearModel('linear', 1);
  checkEnough(data, shape);
  checkPossible(data.count, correlation);
  const { center, scale } = scalingOf(data.measured, true);
  const level = data.reference.reduce((sum, x) => sum + x, 0) / data.count;
  const ux = list(data.uReference, data.count, 1);
  const uy = list(data.uMeasured, data.count, 1 / scale);
  const line = correlatedLine({
    x: Array.from(data.measured, (y) => (y - center) / scale),
    y: Array.from(data.reference, (x) => x - level),
    covarianceX: commonCovariance(uy, correlation.readings ?? 0),
    covarianceY: commonCovariance(ux, correlation.references ?? 0),
    covarianceXY: ux.map((u, i) => uy.map((v, j) => (i === j ? (correlation.reference_measured ?? 0) * u * v : 0)))
  });
  const [constant, slope] = [line.coefficients[0] + level, line.coefficients[1]];
  const curve: CorrectionCurve = { model: 'linear', coefficients: [constant, slope], center, scale };
  const residuals = residualsOf(data, curve);
  const groups = { count: data.count, of: Int32Array.from(data.measured.keys()) };
  const scatter = scatterOf(residuals, null, line.chiSquared, shape.size, groups, null);
  const variance = varianceOf(plan, scatter, null);
  const factor = variance.varianceFactor;
  const scaled = factor === null ? null : line.covariance.map((row) => row.map((value) => factor * value));
  return {
    plan,
    shape,
    candidates: null,
    weights: Float64Array.from(line.variances, (value) => 1 / value),
    curve,
    residuals,
    minimised: residuals,
    minimisesIndication: false,
    formula: null,
    isCorrelated: true,
    sumOfSquares: line.chiSquared,
    freedom: line.freedom,
    scatter,
    s: line.freedom > 0 ? Math.sqrt(line.chiSquared / line.freedom) : null,
    ...variance,
    leverage: Float64Array.from(line.leverage),
    table: tableOf(curve, scaled, data),
    uFit: (measured) => {
      if (scaled === null) return null;
      const u = (measured - center) / scale;
      return Math.sqrt(Math.max(0, entry(scaled, 0, 0) + u * (2 * entry(scaled, 0, 1) + u * entry(scaled, 1, 1))));
    }
  };
}

/**
 * Whether quantities can be correlated like this: the 2n × 2n matrix has the eigenvalues of two matrices of two rows,
 * one for the part common to all points and one for the part of each.
 */
function checkPossible(count: number, { reference_measured: r = 0, references = 0, readings = 0 }: PointCorrelation) {
  if (count > MOST_CORRELATED_POINTS) {
    const message = `At most ${MOST_CORRELATED_POINTS} points may be correlated with one another; there are ${count}.`;
    throw new AnalysisRefusal('too_many_points', ['points'], message);
  }
  const common = [1 + (count - 1) * references, 1 + (count - 1) * readings] as const;
  const own = [1 - references, 1 - readings] as const;
  if ([common, own].every(([a, b]) => a >= 0 && b >= 0 && a * b >= r * r)) return;
  const message = `No ${count} points can be correlated like this: the matrix is not positive semi-definite.`;
  throw new AnalysisRefusal('covariance_impossible', ['fit', 'correlation'], message);
}

function commonCovariance(u: readonly number[], r: number): Matrix {
  return u.map((a, i) => u.map((b, j) => (i === j ? a * a : r * a * b)));
}

/** The line in powers of the measured value: (a, b) of a + b (y − center)/scale. */
function tableOf(curve: CorrectionCurve, scaled: Matrix | null, data: FitData): CoefficientTable {
  const { coefficients, center = 0, scale = 1 } = curve;
  const slope = (coefficients[1] ?? 0) / scale;
  const plain = [(coefficients[0] ?? 0) - slope * center, slope];
  const shift = center / scale;
  const mixed = (entry(scaled, 0, 1) - shift * entry(scaled, 1, 1)) / scale;
  const constant = entry(scaled, 0, 0) - shift * (2 * entry(scaled, 0, 1) - shift * entry(scaled, 1, 1));
  const covariance = [
    [constant, mixed],
    [mixed, entry(scaled, 1, 1) / scale / scale]
  ];
  return {
    coefficients: plain,
    standardErrors: scaled && covariance.map((row, j) => Math.sqrt(Math.max(0, row[j] ?? 0))),
    covariance: scaled && covariance,
    scaledCovariance: scaled,
    isBlurred: isBlurred(plain, 0, data)
  };
}

function list(values: Float64Array | null, count: number, factor: number): number[] {
  return Array.from({ length: count }, (_, i) => (values?.[i] ?? 0) * factor);
}

function entry(matrix: Matrix | null, i: number, j: number): number {
  return matrix?.[i]?.[j] ?? 0;
}
