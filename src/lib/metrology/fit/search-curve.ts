import type { SearchedModel, SearchedShape } from '../models/model.ts';
import { AnalysisRefusal } from '../refusal.ts';
import { adjust, largestMove, unstable, type AdjustedProblem, type BothSides } from './adjusted-points.ts';
import type { CurveFunction } from './curve-function.ts';
import type { FitData } from './fit-data.ts';
import type { FitPlan } from './fit-outcome.ts';
import {
  gaussNewton,
  levenbergMarquardt,
  SETTLED,
  type Evaluated,
  type NonlinearProblem,
  type NonlinearSolution
} from './levenberg-marquardt.ts';
import { projectLinear } from './project-linear.ts';
import { sharpen } from './sharpen.ts';
import { startingValues } from './starting-values.ts';

/** The curve that was found, and the least squares problem whose minimum it is. */
export type FoundCurve = {
  readonly coefficients: Float64Array;
  /** Where the curve is compared: the indications, or those adjusted along their uncertainty (gdr). */
  readonly argument: Float64Array;
  readonly weights: Float64Array | null;
  /** What was minimised, without weights. */
  readonly residuals: Float64Array;
};

/** Initial dampings: from a bad start they lead to different minima. */
const DAMPINGS = [1e-3, 1, 100];
/** Above this number of derivatives a second search is made only if the first failed. */
const LARGE = 100_000;
const SAME = 1e-9;
const MOST_ITERATIONS = 300;
/** Above this number of points the minimum is first searched with FEW of them. */
const MANY = 1000;
const FEW = 500;
/** Derivatives that one analysis may evaluate: a few seconds, whatever the number of points. */
const MOST_DERIVATIVES = 3e7;

/** The remaining budget of work; below zero every evaluation fails, and every search ends. */
type Effort = { left: number };
const STABLE = 1e-13;

/** Searches for the minimum from all starts; with weights that depend on the slope, until curve and weights agree. */
export function searchCurve(
  data: FitData,
  plan: FitPlan,
  { minimisesIndication: swapped, guesses }: SearchedModel,
  shape: SearchedShape
): FoundCurve {
  const { family } = shape;
  const points: BothSides = {
    argument: swapped ? data.reference : data.measured,
    response: swapped ? data.measured : data.reference,
    uArgument: swapped ? data.uReference : data.uMeasured,
    uResponse: swapped ? data.uMeasured : data.uReference
  };
  const starts = startingValues(guesses, plan, family.size, points.argument, points.response);
  const plain = { argument: points.argument, response: points.response, weights: null };
  const effort: Effort = { left: MOST_DERIVATIVES };
  let best = bestOf(shape, plain, startOfMany(shape, plain, starts, effort), effort);
  if (plan.method === 'ols') return foundCurve(family, plain, best.coefficients, true);
  const keep = plan.method === 'wls';
  let problem = adjust(points, at(family, best.coefficients), points.argument, keep);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    best = bestOf(shape, problem, [best.coefficients], effort);
    const next = adjust(points, at(family, best.coefficients), problem.argument, keep);
    const moved = largestMove(problem, next);
    problem = next;
    if (moved < STABLE || (keep && points.uArgument === null)) {
      return foundCurve(family, problem, bestOf(shape, problem, [best.coefficients], effort).coefficients, keep);
    }
  }
  throw unstable();
}

type Problem = Omit<AdjustedProblem, 'weights'> & { readonly weights: Float64Array | null };

/** The lowest minimum, or a refusal. */
function bestOf(
  shape: SearchedShape,
  problem: Problem,
  starts: readonly Float64Array[],
  effort: Effort
): NonlinearSolution {
  const best = search(shape, problem, starts, effort);
  if (best !== null) return best;
  const cause =
    effort.left < 0
      ? 'the search through so many points took too long. Give start values that are nearer, or fewer points.'
      : 'the formula has no value there, or its coefficients cannot be told apart.';
  throw new AnalysisRefusal(
    'no_convergence',
    ['fit', 'start'],
    `No minimum was found from these start values: ${cause}`
  );
}

/**
 * With very many points a part of them is enough to find the minimum; null if not, and the search begins from all
 * starts.
 */
function startOfMany(shape: SearchedShape, problem: Problem, starts: readonly Float64Array[], effort: Effort) {
  if (problem.argument.length <= MANY) return starts;
  const half = { left: 0.5 * effort.left };
  const found = search(shape, thinned(problem), starts, half);
  effort.left = 0.5 * effort.left + Math.max(0, half.left);
  return found === null ? starts : [found.coefficients];
}

/** Points evenly spread in the order of their arguments. */
function thinned({ argument, response }: Problem): Problem {
  const order = Uint32Array.from(argument.keys()).sort((i, j) => (argument[i] as number) - (argument[j] as number));
  const kept = Uint32Array.from(
    { length: FEW },
    (_, k) => order[Math.round((k * (order.length - 1)) / (FEW - 1))] ?? 0
  );
  const of = (values: Float64Array) => Float64Array.from(kept, (i) => values[i] as number);
  return { argument: of(argument), response: of(response), weights: null };
}

function search(
  shape: SearchedShape,
  problem: Problem,
  starts: readonly Float64Array[],
  effort: Effort
): NonlinearSolution | null {
  const { family, broken } = shape;
  const cost = problem.argument.length * family.size;
  const evaluate = (c: Float64Array): Evaluated | null =>
    (effort.left -= cost) < 0 ? null : evaluateAt(family, problem, c);
  const whole: NonlinearProblem = { size: family.size, evaluate };
  const isValley = (solution: NonlinearSolution | null): solution is NonlinearSolution =>
    solution !== null && isMinimum(solution, problem) && broken?.(solution.coefficients) !== true;
  if (cost > LARGE && problem.weights !== null) {
    // A small change of the weights moves the minimum a little: with very many points no step is wasted.
    const near = gaussNewton(whole, starts[0] as Float64Array);
    if (isValley(near) && near.lastStep < 1e-13) return near;
  }
  let best: NonlinearSolution | null = null;
  for (const start of starts) {
    for (const damping of DAMPINGS) {
      if (best !== null && cost > LARGE) break;
      const solution = levenbergMarquardt(whole, start, damping);
      if (!isValley(solution)) continue;
      // The same minimum twice, from different sides: enough.
      if (best !== null && Math.abs(solution.square - best.square) <= SAME * best.square) return best;
      if (best === null || solution.square < best.square) best = solution;
      // A first search that converged from a start near the minimum needs no second opinion.
      if (starts.length === 1 && best.lastStep < 1e-13 && problem.weights !== null) break;
    }
  }
  return best ?? searchProjected(whole, starts, isValley);
}

/** If nothing was found: first without the coefficients that enter linearly, then with all of them. */
function searchProjected(
  whole: NonlinearProblem,
  starts: readonly Float64Array[],
  isValley: (solution: NonlinearSolution | null) => solution is NonlinearSolution
): NonlinearSolution | null {
  let best: NonlinearSolution | null = null;
  for (const start of starts) {
    const projected = projectLinear(whole, start);
    if (projected === null) continue;
    for (const damping of DAMPINGS) {
      const others = levenbergMarquardt(projected.problem, projected.narrow(start), damping);
      const from = others && projected.widen(others.coefficients);
      const solution = from && levenbergMarquardt(whole, from, damping);
      if (isValley(solution) && (best === null || solution.square < best.square)) best = solution;
    }
  }
  return best;
}

/** An exact fit has only rounding left to follow; everything else must have settled. */
function isMinimum({ square, lastStep }: NonlinearSolution, { response, weights }: Problem): boolean {
  if (lastStep < SETTLED) return true;
  let size = 0;
  response.forEach((x, i) => (size += (weights === null ? 1 : (weights[i] as number)) * x * x));
  return lastStep < 1e-4 && square <= 1e-26 * size;
}

function evaluateAt(family: CurveFunction, problem: Problem, c: Float64Array): Evaluated | null {
  const { argument, response, weights } = problem;
  const count = argument.length;
  const residuals = new Float64Array(count);
  const columns = Array.from({ length: family.size }, () => new Float64Array(count));
  const out = new Float64Array(family.size + 1);
  for (let i = 0; i < count; i++) {
    const root = weights === null ? 1 : Math.sqrt(weights[i] as number);
    const residual = root * ((response[i] as number) - family.gradient(c, argument[i] as number, out));
    if (!Number.isFinite(residual)) return null;
    residuals[i] = residual;
    for (let j = 0; j < family.size; j++) {
      const value = root * (out[j] as number);
      if (!(Math.abs(value) < 1e150)) return null;
      (columns[j] as Float64Array)[i] = value;
    }
  }
  return { residuals, columns };
}

/** The curve of these coefficients, or of better ones if doubles are too coarse for its residuals. */
function foundCurve(family: CurveFunction, problem: Problem, coefficients: Float64Array, plain: boolean): FoundCurve {
  const { argument, response, weights } = problem;
  if (plain && family.long !== undefined) {
    const evaluate = (c: Float64Array) => evaluateAt(family, problem, c);
    const sharper = sharpen({ argument, response, weights, value: family.long, evaluate }, coefficients);
    if (sharper !== null) return { ...sharper, argument, weights };
  }
  const residuals = response.map((x, i) => x - family.value(coefficients, argument[i] as number));
  return { coefficients, argument, weights, residuals };
}

function at(family: CurveFunction, coefficients: Float64Array) {
  const out = new Float64Array(family.size + 1);
  return (argument: number) => ({
    value: family.gradient(coefficients, argument, out),
    slope: out[family.size] as number
  });
}
