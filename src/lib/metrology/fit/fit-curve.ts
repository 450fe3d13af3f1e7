import { modelOf } from '../models/table.ts';
import { fitCorrelated } from './fit-correlated.ts';
import type { FitData } from './fit-data.ts';
import { fitInterpolation } from './fit-interpolation.ts';
import { fitLinear } from './fit-linear.ts';
import { fitNonlinear } from './fit-nonlinear.ts';
import type { FitOutcome, FitPlan, OutsideScatter } from './fit-outcome.ts';
import type { Groups } from './groups.ts';

/**
 * Fits the model of the plan to the points.
 *
 * `outside` gives the covariance if the residuals cannot (as many points as coefficients); `groups` are the declared
 * repeats, `oneDirection` those of them without hysteresis. Refuses with `too_few_points`, `equal_measured`,
 * `ill_conditioned`, `zero_weight` or `overflow`, and for the reasons of each kind of fit.
 */
export function fitCurve(
  data: FitData,
  plan: FitPlan,
  outside: (slope: number) => OutsideScatter | null,
  groups: Groups,
  oneDirection: Groups | null = null
): FitOutcome {
  if (plan.correlation !== null) return fitCorrelated(data, plan, plan.correlation);
  const model = modelOf(plan.model);
  switch (model.kind) {
    case 'powers':
      return fitLinear(data, plan, model, outside, groups, oneDirection);
    case 'searched':
      return fitNonlinear(data, plan, model, outside, groups, oneDirection);
    case 'through_points':
      return fitInterpolation(data, plan, outside, groups);
  }
}
