import type { CorrectionCurve, Model } from '../types.ts';
import { longVector, type LongVector } from './compensated-pass.ts';
import type { FitData } from './fit-data.ts';
import { linearFit, type LinearProblem, type LinearSolution } from './linear-fit.ts';
import { inScaledPowers, transform } from './monomials.ts';

/** The models of this engine whose coefficients enter linearly. */
export type LinearModel = {
  readonly model: Model;
  /** Highest power of the measured value; 0 for `offset` and `none`. */
  readonly degree: number;
  /** Number of coefficients. */
  readonly size: number;
};

/** The shape of a model; `degree` counts for `polynomial` only. */
export function linearModel(model: Model, degree: number): LinearModel {
  if (model === 'none') return { model, degree: 0, size: 0 };
  if (model === 'offset') return { model, degree: 0, size: 1 };
  if (model === 'proportional') return { model, degree: 1, size: 1 };
  if (model === 'linear') return { model, degree: 1, size: 2 };
  return { model, degree, size: degree + 1 };
}

/** Whether f contains the measured value itself with slope one, so that only the difference is fitted. */
export function fitsDifference(shape: LinearModel): boolean {
  return shape.model === 'none' || shape.model === 'offset';
}

/** Fits the model; `draft` as in linearFit. Not for `none`, which has nothing to fit. */
export function fitModel(
  data: FitData,
  shape: LinearModel,
  weights: Float64Array | null,
  draft = false
): LinearSolution {
  const problem: LinearProblem = {
    argument: data.measured,
    response: responseOf(data, shape),
    weights,
    size: shape.size,
    start: shape.model === 'proportional' ? 'argument' : 'one'
  };
  return linearFit(problem, draft);
}

/** The fitted curve in the scaled form in which it is evaluated and stored. */
export function curveOf(shape: LinearModel, solution: LinearSolution): CorrectionCurve {
  const { center, scale } = solution.basis.scaling;
  const powers = transform(inScaledPowers(solution.basis), solution.coefficients).map(([high]) => high);
  if (shape.model === 'offset') return { model: 'offset', coefficients: powers, center: 0, scale: 1 };
  if (shape.model !== 'proportional') return { model: shape.model, coefficients: powers, center, scale };
  return { model: 'proportional', coefficients: [(powers[1] ?? 0) / scale], center: 0, scale: 1 };
}

/** What is fitted: x, or the exact difference x − y. */
export function responseOf(data: FitData, shape: LinearModel): LongVector {
  const response = longVector(data.count);
  response.high.set(data.reference);
  if (!fitsDifference(shape)) return response;
  for (let i = 0; i < data.count; i++) {
    const x = data.reference[i] as number;
    const y = data.measured[i] as number;
    const difference = x - y;
    const part = difference - x;
    response.high[i] = difference;
    response.low[i] = x - (difference - part) - (y + part);
  }
  return response;
}
