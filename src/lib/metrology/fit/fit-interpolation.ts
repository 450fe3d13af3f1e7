import { curveSlope } from '../curve.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { CorrectionCurve } from '../types.ts';
import type { FitData } from './fit-data.ts';
import type { FitOutcome, FitPlan, OutsideScatter } from './fit-outcome.ts';
import type { Groups } from './groups.ts';
import { intervalOf } from './monotone-cubic.ts';
import { residualsOf, weightedSquares } from './residuals.ts';
import { varianceOf } from './variance.ts';

/**
 * Up to this number of knots the covariance, a diagonal matrix, is returned; for more the standard errors contain the
 * same information.
 */
const MOST_KNOTS_WITH_COVARIANCE = 1000;

type Knot = { readonly measured: number; readonly reference: number; readonly count: number };

/**
 * Interpolation through the means of the groups, monotone between neighbours.
 *
 * The curve passes through the means whatever the true shape; its uncertainty is that of the means only, from the
 * scatter inside the groups (or a stated repeatability), weighted by distance between two knots. Refuses with
 * `too_few_points`, `equal_measured`. Source: Fritsch and Butland 1984; JCGM 100:2008 4.2.3.
 */
export function fitInterpolation(
  data: FitData,
  plan: FitPlan,
  outside: (slope: number) => OutsideScatter | null,
  groups: Groups
): FitOutcome {
  const knots = knotsOf(data, groups);
  const places = knots.map((knot) => knot.measured);
  const curve: CorrectionCurve = {
    model: plan.model,
    coefficients: knots.map((knot) => knot.reference),
    center: 0,
    scale: 1,
    knots: places
  };
  const residuals = residualsOf(data, curve);
  const sumOfSquares = weightedSquares(residuals, null);
  const freedom = data.count - knots.length;
  const repeats = freedom > 0 ? { value: sumOfSquares / freedom, freedom } : null;
  const scatter = { pooled: repeats, repeats, lackOfFit: null, test: null };
  const middle = 0.5 * ((places[0] ?? 0) + (places[places.length - 1] ?? 0));
  const variance = varianceOf(plan, scatter, outside(curveSlope(curve, middle)));
  const factor = variance.varianceFactor;
  // A scatter of indications, stated, becomes one of values by the slope of each knot.
  const variances =
    factor === null
      ? null
      : knots.map(({ measured, count }) => {
          const stated = variance.usesResiduals ? null : outside(curveSlope(curve, measured));
          return (stated === null ? factor : stated.s * stated.s) / count;
        });
  const written = variances === null || knots.length > MOST_KNOTS_WITH_COVARIANCE ? null : variances;
  const covariance = written?.map((value, i) => written.map((_, j) => (i === j ? value : 0))) ?? null;
  return {
    plan,
    shape: { model: plan.model, degree: 0, size: knots.length },
    candidates: null,
    weights: null,
    curve,
    residuals,
    minimised: residuals,
    minimisesIndication: false,
    formula: formulaOf(knots.length),
    sumOfSquares,
    freedom,
    scatter,
    s: repeats === null ? null : Math.sqrt(repeats.value),
    ...variance,
    leverage: leverageOf(groups),
    table: {
      coefficients: curve.coefficients,
      standardErrors: variances?.map(Math.sqrt) ?? null,
      covariance,
      scaledCovariance: covariance
    },
    uFit: (measured) => (variances === null ? null : Math.sqrt(varianceBetween(places, variances, measured)))
  };
}

function knotsOf(data: FitData, groups: Groups): Knot[] {
  const sums = Array.from({ length: groups.count }, () => ({ measured: 0, reference: 0, count: 0 }));
  for (let i = 0; i < data.count; i++) {
    const sum = sums[groups.of[i] as number];
    if (sum === undefined) continue;
    sum.measured += data.measured[i] as number;
    sum.reference += data.reference[i] as number;
    sum.count++;
  }
  const knots = sums
    .map(({ measured, reference, count }) => ({ measured: measured / count, reference: reference / count, count }))
    .sort((a, b) => a.measured - b.measured);
  if (knots.length < 2) {
    throw new AnalysisRefusal('too_few_points', ['points'], 'Interpolation needs at least two different points.');
  }
  if (knots.some((knot, k) => k > 0 && !(knot.measured > (knots[k - 1]?.measured ?? 0)))) {
    const message =
      'Two points that are no declared repeats have the same measured value: nothing can pass between them. Give repeats ' +
      'one group, or every planned value its repeats by "nominal".';
    throw new AnalysisRefusal('equal_measured', ['points'], message);
  }
  return knots;
}

function leverageOf(groups: Groups): Float64Array {
  const counts = new Float64Array(groups.count);
  for (const group of groups.of) counts[group] = (counts[group] as number) + 1;
  return Float64Array.from(groups.of, (group) => 1 / (counts[group] as number));
}

/** The variance of the straight line between the neighbours; outside, that of the end. */
function varianceBetween(places: readonly number[], variances: readonly number[], at: number): number {
  const last = places.length - 1;
  if (at <= (places[0] as number)) return variances[0] as number;
  if (at >= (places[last] as number)) return variances[last] as number;
  const k = intervalOf(places, at);
  const t = (at - (places[k] as number)) / ((places[k + 1] as number) - (places[k] as number));
  return (1 - t) * (1 - t) * (variances[k] as number) + t * t * (variances[k + 1] as number);
}

function formulaOf(count: number) {
  return {
    text: `f(y): monotone cubic interpolation through ${count} points`,
    latex: `f(y):\\ \\text{monotone cubic interpolation through ${count} points}`
  };
}
