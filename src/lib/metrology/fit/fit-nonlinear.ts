import { curveSlope } from '../curve.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { CorrectionCurve } from '../types.ts';
import type { SearchedModel } from '../models/model.ts';
import type { FitData } from './fit-data.ts';
import type { FitOutcome, FitPlan, OutsideScatter } from './fit-outcome.ts';
import type { Groups } from './groups.ts';
import { nonlinearTable } from './nonlinear-table.ts';
import { residualsOf, weightedSquares } from './residuals.ts';
import { scatterOf } from './scatter.ts';
import { searchCurve } from './search-curve.ts';
import { isFromOutside, varianceOf } from './variance.ts';

/**
 * Fits a model whose coefficients enter nonlinearly, in the original space (no transformed errors).
 *
 * A thermometer is fitted as R(t), so its scatter is in the unit of the indication; all others as x = f(y).
 * Refuses with `too_few_points`, `domain`, `bad_expression`, `missing_start`, `bad_start`, `no_convergence`,
 * `ill_conditioned`, `overflow`. Source: Seber and Wild, Nonlinear Regression, 2.1, 5.1; JCGM 100:2008 5.
 */
export function fitNonlinear(
  data: FitData,
  plan: FitPlan,
  model: SearchedModel,
  outside: (slope: number) => OutsideScatter | null,
  groups: Groups,
  oneDirection: Groups | null
): FitOutcome {
  const shape = model.shape(data, plan);
  const { size, family } = shape;
  if (data.count < size) {
    const message = `A curve with ${size} coefficients needs at least ${size} points; there are ${data.count}.`;
    throw new AnalysisRefusal('too_few_points', ['points'], message);
  }
  const found = searchCurve(data, plan, model, shape);
  const coefficients = Array.from(found.coefficients);
  const curve: CorrectionCurve = { model: plan.model, ...shape.curve, coefficients };
  const sumOfSquares = weightedSquares(found.residuals, found.weights);
  const freedom = data.count - size;
  const scatter = scatterOf(found.residuals, found.weights, sumOfSquares, size, groups, oneDirection);
  const variance = varianceOf(plan, scatter, outside(curveSlope(curve, middleOf(data))));
  const stated = isFromOutside(plan, variance) ? statedAtPoints(data, curve, model, outside) : null;
  const table = nonlinearTable(found, family, stated ?? variance.varianceFactor, model.minimisesIndication, curve);
  const residuals = residualsOf(data, curve);
  if (![...residuals, ...coefficients, sumOfSquares].every(Number.isFinite)) throw outOfDomain();
  return {
    plan,
    shape: { model: plan.model, degree: 0, size },
    candidates: null,
    weights: found.weights,
    curve,
    residuals,
    minimised: found.residuals,
    minimisesIndication: model.minimisesIndication,
    formula: model.write(curve),
    sumOfSquares,
    freedom,
    scatter,
    s: freedom > 0 ? Math.sqrt(sumOfSquares / freedom) : null,
    ...variance,
    ...table
  };
}

/** A stated scatter at each point, in the unit that is minimised: it is stated for one slope, and the curve has another at each point. */
const statedAtPoints = (
  data: FitData,
  curve: CorrectionCurve,
  { minimisesIndication }: SearchedModel,
  outside: (slope: number) => OutsideScatter | null
): Float64Array =>
  data.measured.map((y) => {
    const slope = curveSlope(curve, y);
    return (outside(slope)?.s ?? 0) / (minimisesIndication ? Math.abs(slope) : 1);
  });

function middleOf({ measured }: FitData): number {
  let low = Infinity;
  let high = -Infinity;
  for (const y of measured) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return 0.5 * low + 0.5 * high;
}

function outOfDomain(): AnalysisRefusal {
  const message = 'The fitted formula has no value at one of the points: choose another model or start values.';
  return new AnalysisRefusal('domain', ['points'], message);
}
