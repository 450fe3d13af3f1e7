import { curveSlope, evaluateCurve } from '../curve.ts';
import type { CorrectionCurve } from '../types.ts';
import { adjust, largestMove, unstable, type AdjustedProblem, type BothSides } from './adjusted-points.ts';
import { longVector } from './compensated-pass.ts';
import { effectiveWeights } from './effective-weights.ts';
import type { FitData } from './fit-data.ts';
import { linearFit, type LinearSolution } from './linear-fit.ts';
import { curveOf, fitModel, startOf, type LinearModel } from './linear-model.ts';

const MOST_ITERATIONS = 500;
/**
 * With very many points fewer steps are made, to bound the time: this number of basis function values takes about two
 * seconds.
 */
const MOST_VALUES = 1e7;
const SETTLED = 1e-13;

/** The points' uncertainties in both directions. */
export function bothSides(data: FitData): BothSides {
  return {
    argument: data.measured,
    response: data.reference,
    uArgument: data.uMeasured,
    uResponse: data.uReference
  };
}

/**
 * Line or polynomial with errors in both variables: minimises Σ (x_i − f(η_i))²/u_x² + (y_i − η_i)²/u_y² over the curve and
 * the adjusted indications η.
 *
 * Each step is an ordinary weighted fit at the adjusted points, so the solution is as accurate as that fit; the
 * covariance of the last one is that of the adjusted points, (JᵀU⁻¹J)⁻¹. `draft` omits the refinement of the last step.
 * Refuses with `weights_unstable`.
 * Source: ISO/TS 28037:2010 clause 7; ISO 6143:2001; D. York et al. (2004).
 */
export function distanceFit(
  data: FitData,
  shape: LinearModel,
  draft = false
): { weights: Float64Array; solution: LinearSolution } {
  const points = bothSides(data);
  let curve = curveOf(shape, fitModel(data, shape, effectiveWeights(data, shape), true));
  let problem = adjust(points, valueAndSlope(curve), data.measured, false);
  const most = Math.min(MOST_ITERATIONS, Math.max(20, MOST_VALUES / (data.count * shape.size)));
  for (let iteration = 0; iteration < most; iteration++) {
    curve = curveOf(shape, solve(problem, shape, true));
    const next = adjust(points, valueAndSlope(curve), problem.argument, false);
    const moved = largestMove(problem, next);
    problem = next;
    if (moved < SETTLED) return { weights: problem.weights, solution: solve(problem, shape, draft) };
  }
  throw unstable();
}

function solve({ argument, response, weights }: AdjustedProblem, shape: LinearModel, draft: boolean): LinearSolution {
  const long = longVector(response.length);
  long.high.set(response);
  return linearFit({ argument, response: long, weights, size: shape.size, start: startOf(shape) }, draft);
}

function valueAndSlope(curve: CorrectionCurve) {
  return (argument: number) => ({ value: evaluateCurve(curve, argument), slope: curveSlope(curve, argument) });
}
