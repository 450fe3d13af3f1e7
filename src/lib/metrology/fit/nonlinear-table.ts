import { evaluateCurve } from '../curve.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { CorrectionCurve } from '../types.ts';
import type { CoefficientTable } from './coefficient-covariance.ts';
import type { CurveFunction } from './curve-function.ts';
import { forward, solveSemiNormal, upperFactor, type UpperFactor } from './householder-qr.ts';
import type { FoundCurve } from './search-curve.ts';

/**
 * A column must keep this fraction of its length after projection on the others, or fewer than four digits would
 * remain.
 */
const LEAST_INDEPENDENCE = 1e-11;

/**
 * Covariance, leverage and uncertainty of a nonlinear curve from its derivatives at the minimum: V = factor (JᵀWJ)⁻¹,
 * u² = gᵀVg. For a family that maps t to R, the curve is its inverse and g is divided by dR/dt. Where the standard deviation of each
 * point is known instead of a factor, V = H diag(s²) Hᵀ with H = (JᵀJ)⁻¹Jᵀ.
 * Refuses with `ill_conditioned`, `overflow`. Source: Seber and Wild 5.1; JCGM 100:2008 5.1.2.
 */
export function nonlinearTable(
  found: FoundCurve,
  family: CurveFunction,
  scatter: number | Float64Array | null,
  swapped: boolean,
  curve: CorrectionCurve
): { table: CoefficientTable; leverage: Float64Array; uFit: (measured: number) => number | null } {
  const { coefficients, argument, weights } = found;
  const size = family.size;
  const columns = Array.from({ length: size }, () => new Float64Array(argument.length));
  const out = new Float64Array(size + 1);
  argument.forEach((y, i) => {
    family.gradient(coefficients, y, out);
    columns.forEach((column, j) => (column[i] = out[j] as number));
  });
  const factor = upperFactor(columns, weights);
  checkIndependence(factor);
  const leverage = argument.map((_, i) => {
    const row = Float64Array.from(columns, (column) => column[i] as number);
    return lengthSquared(forward(factor, row)) * (weights === null ? 1 : (weights[i] as number));
  });
  const spread = scatter === null ? null : spreadOf(factor, columns, scatter);
  const uFit = (measured: number): number | null => {
    if (spread === null) return null;
    family.gradient(coefficients, swapped ? evaluateCurve(curve, measured) : measured, out);
    const length = lengthSquared(spread.along(out.subarray(0, size)));
    return Math.sqrt(spread.variance * length) / (swapped ? Math.abs(out[size] as number) : 1);
  };
  return { table: tableOf(coefficients, spread), leverage, uFit };
}

/** The covariance along g and h is `variance` times the product of their vectors. */
type Spread = { readonly variance: number; readonly along: (g: Float64Array) => Float64Array };

function spreadOf(factor: UpperFactor, columns: readonly Float64Array[], scatter: number | Float64Array): Spread {
  if (typeof scatter === 'number') return { variance: scatter, along: (g) => forward(factor, g) };
  const along = (g: Float64Array) => {
    const solved = solveSemiNormal(factor, g);
    return scatter.map(
      (s, i) => s * columns.reduce((sum, column, j) => sum + (column[i] as number) * (solved[j] as number), 0)
    );
  };
  return { variance: 1, along };
}

function tableOf(coefficients: Float64Array, spread: Spread | null): CoefficientTable {
  const values = Array.from(coefficients);
  if (spread === null) {
    return { coefficients: values, standardErrors: null, covariance: null, scaledCovariance: null };
  }
  const vectors = values.map((_, j) => spread.along(Float64Array.from(values, (_value, k) => (k === j ? 1 : 0))));
  const covariance = vectors.map((a) =>
    vectors.map((b) => spread.variance * a.reduce((sum, value, k) => sum + value * (b[k] as number), 0))
  );
  if (!covariance.flat().every(Number.isFinite)) {
    const message = 'The coefficients of this curve are too large or too small to be written as numbers.';
    throw new AnalysisRefusal('overflow', ['points'], message);
  }
  const standardErrors = covariance.map((row, j) => Math.sqrt(row[j] as number));
  return { coefficients: values, standardErrors, covariance, scaledCovariance: covariance };
}

function checkIndependence({ size, values }: UpperFactor): void {
  for (let k = 0; k < size; k++) {
    let square = 0;
    for (let i = 0; i <= k; i++) square += (values[i * size + k] as number) * (values[i * size + k] as number);
    if (Math.abs(values[k * size + k] as number) > LEAST_INDEPENDENCE * Math.sqrt(square)) continue;
    throw new AnalysisRefusal(
      'ill_conditioned',
      ['points'],
      'The points cannot tell the coefficients of this curve apart: fewer than four digits of them would be left.'
    );
  }
}

function lengthSquared(vector: Float64Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum;
}
