import { studentUpperQuantile, studentUpperTail } from '../distributions/student-t.ts';
import { fitCurve } from '../fit/fit-curve.ts';
import { fitData } from '../fit/fit-data.ts';
import { groupsOf } from '../fit/groups.ts';
import { defaultsOf } from '../plan.ts';
import type { Point } from '../types.ts';
import type { Limits } from '../conformity/limits.ts';

/** One calibration in the history of an error: days since the first one, the error, and its standard uncertainty > 0. */
export type DriftPoint = { readonly day: number; readonly error: number; readonly u: number };

export type DriftPrediction = {
  readonly value: number;
  /** √(gᵀVg + s²): of a single future calibration. */
  readonly standardUncertainty: number;
  readonly expanded: number;
};

/** The drift of one error and its prediction. */
export type Drift = {
  readonly intercept: number;
  readonly perDay: number;
  /** Of the slope, with the scatter that the stated uncertainties do not explain. */
  readonly uPerDay: number;
  /** Two-sided probability of a slope this large without drift. */
  readonly significance: number;
  /** Residual standard deviation and its degrees of freedom. */
  readonly s: number;
  readonly freedom: number;
  readonly predict: (day: number) => DriftPrediction;
  /** Probability that the error lies outside the limits on that day. */
  readonly probabilityOutside: (day: number, limits: Limits) => number;
};

/**
 * Weighted regression of the error on time, with a prediction band of probability p (Student's t with n − 2 degrees of
 * freedom). Null for fewer than three calibrations or a single date.
 *
 * The line's covariance is that of the stated uncertainties times max(1, χ²/ν), so that unstated scatter is not
 * mistaken for drift; a future calibration adds the scatter s about the line.
 * Source: ILAC-G24 (control chart); JCGM 100:2008 H.3; NCSLI RP-1 (2010) variables data.
 */
export function driftOf(history: readonly DriftPoint[], p = 0.95): Drift | null {
  const first = history[0]?.day;
  if (history.length < 3 || history.every(({ day }) => day === first)) return null;
  const points: Point[] = history.map(({ day, error, u }, i) => ({
    measured: day,
    reference: error,
    group: i,
    u_reference: u
  }));
  const plan = defaultsOf({ model: 'linear', method: 'wls' });
  const fit = fitCurve(fitData(points), plan, () => null, groupsOf(points));
  const freedom = fit.freedom;
  const [intercept = 0, perDay = 0] = fit.table?.coefficients ?? [];
  let square = 0;
  let chiSquared = 0;
  fit.residuals.forEach((r, i) => {
    const u = history[i]?.u ?? 1;
    square += r * r;
    chiSquared += (r / u) * (r / u);
  });
  const unstated = Math.sqrt(Math.max(1, chiSquared / freedom));
  const uPerDay = unstated * (fit.table?.standardErrors?.[1] ?? 0);
  const s = Math.sqrt(square / freedom);
  const t = studentUpperQuantile(0.5 * (1 - p), freedom);
  const predict = (day: number): DriftPrediction => {
    const uLine = unstated * (fit.uFit(day) ?? 0);
    const standardUncertainty = Math.sqrt(uLine * uLine + s * s);
    return { value: intercept + perDay * day, standardUncertainty, expanded: t * standardUncertainty };
  };
  return {
    intercept,
    perDay,
    uPerDay,
    significance: uPerDay > 0 ? 2 * studentUpperTail(Math.abs(perDay) / uPerDay, freedom) : 1,
    s,
    freedom,
    predict,
    probabilityOutside: (day, { lower, upper }) => {
      const { value, standardUncertainty: u } = predict(day);
      if (!(u > 0)) return (lower !== null && value < lower) || (upper !== null && value > upper) ? 1 : 0;
      const below = lower === null ? 0 : studentUpperTail((value - lower) / u, freedom);
      return below + (upper === null ? 0 : studentUpperTail((upper - value) / u, freedom));
    }
  };
}

/**
 * The first day after `from` on which the prediction band leaves the limits, not later than `until`; null if it stays
 * inside, `from` if it is already outside. Source: NCSLI RP-1 (2010), variables data method.
 */
export function firstDayOutside(drift: Drift, limits: Limits, from: number, until: number): number | null {
  const isOutside = (day: number): boolean => {
    const { value, expanded } = drift.predict(day);
    return (
      (limits.lower !== null && value - expanded < limits.lower) ||
      (limits.upper !== null && value + expanded > limits.upper)
    );
  };
  if (isOutside(from)) return from;
  let low = Math.floor(from);
  for (let step = 1; ; step *= 2) {
    const high = Math.min(low + step, Math.floor(until));
    if (high <= low) return null;
    if (isOutside(high)) return bisectDay(isOutside, low, high);
    low = high;
  }
}

/** The band widens away from the data, so it stays outside once it is. */
function bisectDay(isOutside: (day: number) => boolean, inside: number, outside: number): number {
  let [low, high] = [inside, outside];
  while (high - low > 1) {
    const middle = Math.floor(0.5 * (low + high));
    if (isOutside(middle)) high = middle;
    else low = middle;
  }
  return high;
}
