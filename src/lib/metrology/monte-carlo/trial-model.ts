import { evaluateCurve } from '../curve.ts';
import type { CorrectionCurve } from '../types.ts';
import { draw, type InputDistribution } from './draw.ts';
import { TrialStream } from './stream.ts';

/** One contribution, ready to be drawn: centred on zero; `factor` carries it to the reading or to the corrected value. */
export type TrialTerm = {
  readonly distribution: InputDistribution;
  readonly factor: number;
  readonly onMeasured: boolean;
  /** Terms drawn as normal with this ν share the chi-squared of the fit: one standard deviation is behind both. */
  readonly sharesFit: boolean;
};

/** Everything a worker needs to compute trials: plain data. */
export type TrialModel = {
  readonly measured: number;
  readonly curve: CorrectionCurve;
  /** Lower triangular L with L Lᵀ the covariance of the curve's coefficients; empty where that is unknown. */
  readonly factor: readonly (readonly number[])[];
  /** Degrees of freedom of that covariance; null for infinitely many. */
  readonly freedom: number | null;
  readonly terms: readonly TrialTerm[];
};

/**
 * Corrected values of the trials from (inclusive) to (exclusive): coefficients drawn from their joint normal or t
 * distribution, the reading and the corrected value disturbed by the other contributions; the fit is not repeated.
 * A pure function of model, seed and range. Source: JCGM 101:2008 5.9.1, 6.4.8, 6.4.9.
 */
export function runTrials(model: TrialModel, seed: number, from: number, to: number): Float64Array {
  const stream = new TrialStream(seed);
  const results = new Float64Array(to - from);
  const size = model.factor.length;
  const normals = new Float64Array(size);
  const coefficients = Array.from(model.curve.coefficients);
  const evaluate = evaluator({ ...model.curve, coefficients });
  const freedom = model.freedom ?? Infinity;
  for (let trial = from; trial < to; trial++) {
    stream.begin(trial);
    const student = stream.studentFactor(freedom);
    for (let j = 0; j < size; j++) normals[j] = student * stream.normal();
    for (let i = 0; i < size; i++) {
      const row = model.factor[i] as readonly number[];
      let value = model.curve.coefficients[i] as number;
      for (let j = 0; j <= i; j++) value += (row[j] as number) * (normals[j] as number);
      coefficients[i] = value;
    }
    let reading = model.measured;
    let added = 0;
    for (const term of model.terms) {
      const value = term.factor * draw(stream, term.distribution) * (term.sharesFit ? student : 1);
      if (term.onMeasured) reading += value;
      else added += value;
    }
    results[trial - from] = evaluate(reading) + added;
  }
  return results;
}

/** The curve over the coefficients of the moment; polynomials by the plain scheme, whose rounding no trial notices. */
function evaluator(curve: CorrectionCurve): (measured: number) => number {
  const { model, coefficients, center = 0, scale = 1 } = curve;
  if (model !== 'linear' && model !== 'polynomial') return (measured) => evaluateCurve(curve, measured);
  return (measured) => {
    const u = (measured - center) / scale;
    let value = 0;
    for (let j = coefficients.length - 1; j >= 0; j--) value = value * u + (coefficients[j] as number);
    return value;
  };
}
