import { curveSlope } from '../curve.ts';
import type { PowersModel } from '../models/model.ts';
import type { CorrectionCurve } from '../types.ts';
import { polynomialCandidates } from './candidates.ts';
import { coefficientCovariance } from './coefficient-covariance.ts';
import { distanceFit } from './distance-fit.ts';
import { effectiveWeights } from './effective-weights.ts';
import { checkEnough } from './enough-points.ts';
import type { FitData } from './fit-data.ts';
import type { FitOutcome, FitPlan, OutsideScatter } from './fit-outcome.ts';
import type { Groups } from './groups.ts';
import { squaredForward } from './householder-qr.ts';
import type { LinearSolution } from './linear-fit.ts';
import { curveOf, fitModel, fitsDifference, linearModel, responseOf, type LinearModel } from './linear-model.ts';
import { residualsOf, weightedSquares } from './residuals.ts';
import { scatterOf } from './scatter.ts';
import { varianceOf } from './variance.ts';

/**
 * Fits a sum of powers of the indication. Refuses as fitCurve does.
 * Source: JCGM 100:2008 H.3; Draper and Smith, Applied Regression Analysis.
 */
export function fitLinear(
  data: FitData,
  plan: FitPlan,
  { options }: PowersModel,
  outside: (slope: number) => OutsideScatter | null,
  groups: Groups,
  oneDirection: Groups | null
): FitOutcome {
  const candidates =
    options.includes('degree') && plan.degree === 'auto'
      ? polynomialCandidates(plan.model, data, plan.method, plan.covariance)
      : null;
  const degree = candidates?.find((candidate) => candidate.chosen)?.degree ?? plan.degree;
  const shape = linearModel(plan.model, degree === 'auto' ? 1 : degree);
  checkEnough(data, shape);
  const { weights, solution } = weightedFit(data, shape, plan);
  const curve: CorrectionCurve = solution === null ? noCorrection() : curveOf(shape, solution);
  const minimised = solution?.residuals ?? responseOf(data, shape).high;
  const residuals = plan.method === 'gdr' && solution !== null ? residualsOf(data, curve) : minimised;
  const sumOfSquares = weightedSquares(minimised, weights);
  const freedom = data.count - shape.size;
  const scatter = scatterOf(minimised, weights, sumOfSquares, shape.size, groups, oneDirection);
  const middle = solution?.basis.scaling.center ?? 0;
  const variance = varianceOf(plan, scatter, solution === null ? null : outside(curveSlope(curve, middle)));
  return {
    plan,
    shape,
    candidates,
    weights,
    curve,
    residuals,
    minimised,
    minimisesIndication: false,
    formula: null,
    sumOfSquares,
    freedom,
    scatter,
    s: solution !== null && freedom > 0 ? Math.sqrt(sumOfSquares / freedom) : null,
    ...variance,
    leverage: leverageOf(solution, weights, data.count),
    table: solution === null ? null : coefficientCovariance(shape, solution, variance.varianceFactor, data),
    uFit: uncertaintyOfFit(solution, shape, variance.varianceFactor)
  };
}

/** Without a slope to find, errors in both variables are the weights 1/(u_x² + u_y²). */
function weightedFit(data: FitData, shape: LinearModel, plan: FitPlan) {
  if (plan.method === 'gdr' && shape.size > 0 && !fitsDifference(shape)) return distanceFit(data, shape);
  const weights = plan.method === 'ols' ? null : effectiveWeights(data, shape);
  return { weights, solution: shape.size > 0 ? fitModel(data, shape, weights) : null };
}

function noCorrection(): CorrectionCurve {
  return { model: 'none', coefficients: [], center: 0, scale: 1 };
}

/** h_i = w_i p_iᵀ(PᵀWP)⁻¹p_i, from rows of the basis: no n × n matrix is ever built. */
function leverageOf(solution: LinearSolution | null, weights: Float64Array | null, count: number): Float64Array {
  const leverage = new Float64Array(count);
  if (solution === null) return leverage;
  const { size, values } = solution.factor;
  const columns = solution.basis.columns;
  const row = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = 0; k < size; k++) {
      let value = (columns[k] as Float64Array)[i] as number;
      for (let j = 0; j < k; j++) value -= (values[j * size + k] as number) * (row[j] as number);
      value /= values[k * size + k] as number;
      row[k] = value;
      sum += value * value;
    }
    leverage[i] = weights === null ? sum : sum * (weights[i] as number);
  }
  return leverage;
}

function uncertaintyOfFit(
  solution: LinearSolution | null,
  shape: LinearModel,
  varianceFactor: number | null
): (measured: number) => number | null {
  if (shape.size === 0) return () => 0;
  if (solution === null || varianceFactor === null) return () => null;
  const { basis, factor } = solution;
  const values = new Float64Array(basis.size);
  return (measured) => {
    const u = (measured - basis.scaling.center) / basis.scaling.scale;
    let value = basis.start === 'one' ? 1 : u;
    let older = 0;
    for (let k = 0; k < basis.size; k++) {
      values[k] = value;
      const next = (u - (basis.alpha[k] as number)) * value - (basis.beta[k] as number) * older;
      older = value;
      value = next;
    }
    return Math.sqrt(varianceFactor * squaredForward(factor, values));
  };
}
