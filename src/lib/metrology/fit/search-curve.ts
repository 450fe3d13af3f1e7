import { AnalysisRefusal } from '../types.ts';
import { adjust, largestMove, unstable, type AdjustedProblem, type BothSides } from './adjusted-points.ts';
import type { CurveFunction } from './curve-function.ts';
import type { FitPlan } from './fit-curve.ts';
import type { FitData } from './fit-data.ts';
import {
  levenbergMarquardt,
  SETTLED,
  type Evaluated,
  type NonlinearProblem,
  type NonlinearSolution
} from './levenberg-marquardt.ts';
import type { NonlinearShape } from './nonlinear-shape.ts';
import { projectLinear } from './project-linear.ts';
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

/** Dampings to begin with: different valleys are reached from a bad start. */
const DAMPINGS = [1e-3, 1, 100];
/** Above this many derivatives a second search is made only where the first one failed. */
const LARGE = 100_000;
const SAME = 1e-9;
const MOST_ITERATIONS = 300;
const STABLE = 1e-13;

/** Searches the minimum from all starts; with weights that depend on the slope, until curve and weights agree. */
export function searchCurve(data: FitData, plan: FitPlan, shape: NonlinearShape): FoundCurve {
  const { family, swapped } = shape;
  const points: BothSides = {
    argument: swapped ? data.reference : data.measured,
    response: swapped ? data.measured : data.reference,
    uArgument: swapped ? data.uReference : data.uMeasured,
    uResponse: swapped ? data.uMeasured : data.uReference
  };
  const starts = startingValues(plan, family.size, points.argument, points.response);
  const plain = { argument: points.argument, response: points.response, weights: null };
  let best = bestOf(shape, plain, starts);
  if (plan.method === 'ols') return found(family, plain, best.coefficients);
  const keep = plan.method === 'wls';
  let problem = adjust(points, at(family, best.coefficients), points.argument, keep);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    best = bestOf(shape, problem, [best.coefficients]);
    const next = adjust(points, at(family, best.coefficients), problem.argument, keep);
    const moved = largestMove(problem, next);
    problem = next;
    if (moved < STABLE || (keep && points.uArgument === null)) {
      return found(family, problem, bestOf(shape, problem, [best.coefficients]).coefficients);
    }
  }
  throw unstable();
}

type Problem = Omit<AdjustedProblem, 'weights'> & { readonly weights: Float64Array | null };

function bestOf(shape: NonlinearShape, problem: Problem, starts: readonly Float64Array[]): NonlinearSolution {
  const { family, broken } = shape;
  const large = problem.argument.length * family.size > LARGE;
  const whole: NonlinearProblem = { size: family.size, evaluate: (c) => evaluateAt(family, problem, c) };
  const isValley = (solution: NonlinearSolution | null): solution is NonlinearSolution =>
    solution !== null && isMinimum(solution, problem) && broken?.(solution.coefficients) !== true;
  let best: NonlinearSolution | null = null;
  for (const start of starts) {
    for (const damping of DAMPINGS) {
      if (best !== null && large) break;
      const solution = levenbergMarquardt(whole, start, damping);
      if (!isValley(solution)) continue;
      // Twice the same valley from different sides: enough.
      if (best !== null && Math.abs(solution.square - best.square) <= SAME * best.square) return best;
      if (best === null || solution.square < best.square) best = solution;
      // A first search that converged from a start near the minimum needs no second opinion.
      if (starts.length === 1 && best.lastStep < 1e-13 && problem.weights !== null) break;
    }
  }
  best ??= searchProjected(whole, starts, isValley);
  if (best !== null) return best;
  throw new AnalysisRefusal(
    'no_convergence',
    ['fit', 'start'],
    'No minimum was found from these start values: the formula has no value there, or its coefficients cannot be told apart.'
  );
}

/** Where nothing was found: first without the coefficients that enter linearly, from there with all of them. */
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

function found(
  family: CurveFunction,
  { argument, response, weights }: Problem,
  coefficients: Float64Array
): FoundCurve {
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
