import { curveSlope, evaluateCurve } from '../curve.ts';
import { AnalysisRefusal, type CorrectionCurve, type CovarianceKind, type FitMethod, type Model } from '../types.ts';
import { polynomialCandidates, type Candidate } from './candidates.ts';
import { countDistinct } from './distinct.ts';
import { effectiveWeights } from './effective-weights.ts';
import { distanceFit } from './distance-fit.ts';
import { fitInterpolation } from './fit-interpolation.ts';
import { fitNonlinear } from './fit-nonlinear.ts';
import type { WrittenFormula } from '../formula/write-formula.ts';
import type { Groups } from './groups.ts';
import type { FitData } from './fit-data.ts';
import { squaredForward } from './householder-qr.ts';
import { linearModel, curveOf, fitModel, fitsDifference, responseOf, type LinearModel } from './linear-model.ts';
import type { LinearSolution } from './linear-fit.ts';
import { coefficientCovariance, type CoefficientTable } from './coefficient-covariance.ts';

const LINEAR_MODELS: readonly Model[] = ['none', 'offset', 'proportional', 'linear', 'polynomial'];

/** What is asked of the fit, with every default filled in. */
export type FitPlan = {
  readonly model: Model;
  readonly degree: number | 'auto';
  readonly method: FitMethod;
  readonly covariance: CovarianceKind;
  /** Degrees of `rational`. */
  readonly numerator: number;
  readonly denominator: number;
  /** Formula of `custom`. */
  readonly expression: string;
  /** Where the search of a nonlinear model begins; null for our own guess. */
  readonly start: readonly number[] | null;
  /** What is taken from kelvin by `steinhart_hart`: 273.15 where the reference is in °C. */
  readonly kelvinAtZero: number;
};

/** Standard deviation of one reading in the unit of the reference, from elsewhere than the residuals. */
export type OutsideScatter = { readonly s: number; readonly degreesOfFreedom: number };

/** A fitted curve with everything that later stages ask of it. */
export type FitOutcome = {
  readonly plan: FitPlan;
  readonly shape: LinearModel;
  readonly candidates: readonly Candidate[] | null;
  readonly weights: Float64Array | null;
  /** The scaled form, which evaluation uses. */
  readonly curve: CorrectionCurve;
  /** x − f(y) at each point. */
  readonly residuals: Float64Array;
  /** What the fit made small: the residuals, unless another quantity carries the scatter (gdr, resistances). */
  readonly minimised: Float64Array;
  /** Whether `minimised` and s are in the unit of the indication. */
  readonly minimisesIndication: boolean;
  /** Extra fields of the formula for the result. */
  readonly formula: WrittenFormula | null;
  /** Σ w r² of `minimised`. */
  readonly sumOfSquares: number;
  /** n − p. */
  readonly freedom: number;
  /** √(Σ w r² / (n − p)); null where n = p and for `none`. */
  readonly s: number | null;
  /** What (XᵀWX)⁻¹ is multiplied by to give the covariance; null where that is unknown. */
  readonly varianceFactor: number | null;
  /** Degrees of freedom of the covariance; Infinity for `known`. */
  readonly covarianceFreedom: number;
  /** Whether the covariance comes from the residuals themselves. */
  readonly usesResiduals: boolean;
  readonly leverage: Float64Array;
  readonly table: CoefficientTable | null;
  /** Standard uncertainty of f at y from the fit alone; null where the covariance is unknown. */
  readonly uFit: (measured: number) => number | null;
};

/**
 * Fits the model of the plan to the points.
 *
 * `outside` gives the covariance where the residuals cannot (as many points as coefficients). Refuses with
 * `too_few_points`, `equal_measured`, `ill_conditioned`, `zero_weight` or `overflow`.
 * Source: JCGM 100:2008 H.3; Draper and Smith, Applied Regression Analysis.
 */
export function fitCurve(
  data: FitData,
  plan: FitPlan,
  outside: (slope: number) => OutsideScatter | null,
  groups: Groups
): FitOutcome {
  if (plan.model === 'interpolation') return fitInterpolation(data, plan, outside, groups);
  if (!LINEAR_MODELS.includes(plan.model)) return fitNonlinear(data, plan, outside);
  const candidates =
    plan.model === 'polynomial' && plan.degree === 'auto'
      ? polynomialCandidates(data, plan.method, plan.covariance)
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
  const scatter = solution !== null && freedom > 0 ? sumOfSquares / freedom : null;
  const middle = solution?.basis.scaling.center ?? 0;
  const variance = varianceOf(plan, scatter, solution === null ? null : outside(curveSlope(curve, middle)), freedom);
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
    s: scatter === null ? null : Math.sqrt(scatter),
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

/** x − f(y) at each point. */
export function residualsOf(data: FitData, curve: CorrectionCurve): Float64Array {
  return data.reference.map((x, i) => x - evaluateCurve(curve, data.measured[i] as number));
}

function noCorrection(): CorrectionCurve {
  return { model: 'none', coefficients: [], center: 0, scale: 1 };
}

function checkEnough(data: FitData, shape: LinearModel): void {
  if (data.count < shape.size) {
    const message = `A curve with ${shape.size} coefficients needs at least ${shape.size} points; there are ${data.count}.`;
    throw new AnalysisRefusal('too_few_points', ['points'], message);
  }
  if (shape.model === 'proportional' && data.measured.every((y) => y === 0)) {
    throw new AnalysisRefusal('equal_measured', ['points'], 'All measured values are zero: no slope can be found.');
  }
  const needed = shape.model === 'proportional' ? 1 : shape.size;
  const distinct = countDistinct(data.measured, needed);
  if (distinct < needed) {
    throw new AnalysisRefusal(
      'equal_measured',
      ['points'],
      `This curve needs ${needed} different measured values; there ${distinct === 1 ? 'is' : 'are'} only ${distinct}.`
    );
  }
}

/** Σ w r², without weights Σ r²; in the square of the residuals' unit times that of the weights. */
export function weightedSquares(residuals: Float64Array, weights: Float64Array | null): number {
  let sum = 0;
  for (let i = 0; i < residuals.length; i++) {
    const r = residuals[i] as number;
    sum += (weights === null ? 1 : (weights[i] as number)) * r * r;
  }
  return sum;
}

/** What (XᵀWX)⁻¹ is multiplied by, with its degrees of freedom: from the residuals, the stated uncertainties, or elsewhere. */
export function varianceOf(plan: FitPlan, scatter: number | null, outside: OutsideScatter | null, freedom: number) {
  if (plan.covariance === 'known') {
    return { varianceFactor: 1, covarianceFreedom: Infinity, usesResiduals: false };
  }
  if (scatter !== null) return { varianceFactor: scatter, covarianceFreedom: freedom, usesResiduals: true };
  // Weighted sums are in units of the weights, which an outside scatter is not.
  if (outside === null || plan.method !== 'ols') {
    return { varianceFactor: null, covarianceFreedom: Infinity, usesResiduals: false };
  }
  return { varianceFactor: outside.s * outside.s, covarianceFreedom: outside.degreesOfFreedom, usesResiduals: false };
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
