import { curveSlope } from '../curve.ts';
import { AnalysisRefusal, type CorrectionCurve } from '../types.ts';
import {
  residualsOf,
  varianceOf,
  weightedSquares,
  type FitOutcome,
  type FitPlan,
  type OutsideScatter
} from './fit-curve.ts';
import type { FitData } from './fit-data.ts';
import { nonlinearTable } from './nonlinear-table.ts';
import { nonlinearShape } from './nonlinear-shape.ts';
import { searchCurve } from './search-curve.ts';

/**
 * Fits a model whose coefficients enter nonlinearly, in the original space (no transformed errors).
 *
 * `callendar_van_dusen` is fitted as R(t), so its scatter is in the unit of the indication; all others as x = f(y).
 * Refuses with `too_few_points`, `domain`, `bad_expression`, `missing_start`, `bad_start`, `no_convergence`,
 * `ill_conditioned`, `overflow`. Source: Seber and Wild, Nonlinear Regression, 2.1, 5.1; JCGM 100:2008 5.
 */
export function fitNonlinear(
  data: FitData,
  plan: FitPlan,
  outside: (slope: number) => OutsideScatter | null
): FitOutcome {
  const shape = nonlinearShape(data, plan);
  const { size, family } = shape;
  if (data.count < size) {
    const message = `A curve with ${size} coefficients needs at least ${size} points; there are ${data.count}.`;
    throw new AnalysisRefusal('too_few_points', ['points'], message);
  }
  const found = searchCurve(data, plan, shape);
  const coefficients = Array.from(found.coefficients);
  const curve: CorrectionCurve = { ...shape.curve, coefficients };
  const sumOfSquares = weightedSquares(found.residuals, found.weights);
  const freedom = data.count - size;
  const scatter = freedom > 0 ? sumOfSquares / freedom : null;
  const variance = varianceOf(plan, scatter, outside(curveSlope(curve, middleOf(data))), freedom);
  const table = nonlinearTable(found, family, variance.varianceFactor, shape.swapped, curve);
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
    minimisesIndication: shape.swapped,
    formula: shape.write(coefficients),
    sumOfSquares,
    freedom,
    s: scatter === null ? null : Math.sqrt(scatter),
    ...variance,
    ...table
  };
}

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
