import type { PowersModel } from '../models/model.ts';
import { addsToIndication, termsOf } from '../models/table.ts';
import type { CorrectionCurve, Model } from '../types.ts';
import { longVector, type LongVector } from './compensated-pass.ts';
import type { FitData } from './fit-data.ts';
import type { FitShape } from './fit-outcome.ts';
import { linearFit, type LinearProblem, type LinearSolution } from './linear-fit.ts';
import { inScaledPowers, transform } from './monomials.ts';
import type { BasisStart } from './orthogonal-basis.ts';

/** The models of this engine whose coefficients enter linearly. */
export type LinearModel = FitShape & Pick<PowersModel, 'terms'>;

/** The shape of a model; `degree` counts for models with all powers only. */
export function linearModel(model: Model, degree: number): LinearModel {
  const terms = termsOf(model);
  switch (terms) {
    case null:
      throw new Error(`The model "${model}" is no sum of powers.`);
    case 'none':
      return { model, terms, degree: 0, size: 0 };
    case 'constant':
      return { model, terms, degree: 0, size: 1 };
    case 'slope':
      return { model, terms, degree: 1, size: 1 };
    case 'all':
      return { model, terms, degree, size: degree + 1 };
  }
}

/** Whether f contains the measured value itself with slope one, so that only the difference is fitted. */
export function fitsDifference(shape: LinearModel): boolean {
  return addsToIndication(shape.model);
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
    start: startOf(shape)
  };
  return linearFit(problem, draft);
}

/** The first basis function: models through the origin have no constant term. */
export function startOf({ terms }: LinearModel): BasisStart {
  return terms === 'slope' ? 'argument' : 'one';
}

/** The fitted curve in the scaled form in which it is evaluated and stored. */
export function curveOf(shape: LinearModel, solution: LinearSolution): CorrectionCurve {
  const { center, scale } = solution.basis.scaling;
  const powers = transform(inScaledPowers(solution.basis), solution.coefficients).map(([high]) => high);
  const { model, terms } = shape;
  if (terms === 'constant') return { model, coefficients: powers, center: 0, scale: 1 };
  if (terms !== 'slope') return { model, coefficients: powers, center, scale };
  return { model, coefficients: [(powers[1] ?? 0) / scale], center: 0, scale: 1 };
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
