import { studentUpperQuantile, studentUpperTail } from '../distributions/student-t.ts';
import type { Limits } from '../conformity/limits.ts';

/**
 * The change of an error from one calibration to the next: as found minus the previous as left, and the days between.
 */
export type MeasuredChange = { readonly days: number; readonly change: number; readonly u: number };

/** Whether an error grows as b₁·t or as b₁·t + b₂·t². */
export type GrowthOrder = 1 | 2;

/** The growth of an error after a calibration, through the origin. Degrees of freedom: changes − order. */
export type Growth = {
  readonly order: GrowthOrder;
  /** b₁ per day and b₂ per day squared, 0 for order 1; `covariance` is theirs: [var b₁, cov b₁b₂, var b₂]. */
  readonly coefficients: readonly [number, number];
  readonly covariance: readonly [number, number, number];
  /** Scatter of one change about its expectation. */
  readonly s: number;
  readonly freedom: number;
  /** Σ w·r², smallest for the best order. */
  readonly weightedSquare: number;
};

/** The state after the last calibration: the error and its standard uncertainty, where the growth starts. */
export type Start = { readonly error: number; readonly u: number };

/**
 * The growth of an error since its last adjustment, from changes over unequal times. Null for fewer changes than order
 * + 1, a time ≤ 0, or, for order 2, nearly equal times. Weights 1/u² if every u is greater than zero, else equal.
 *
 * Source: NCSLI RP-1 (2010), variables data; NASA-HDBK-8739.19-5, appendix; H. Castrup, Calibration Intervals from Variables Data
 * (NCSLI 2005).
 */
export function growthOf(changes: readonly MeasuredChange[], order: GrowthOrder = 1): Growth | null {
  if (changes.length <= order || !changes.every(({ days }) => days > 0)) return null;
  const weighted = changes.every(({ u }) => u > 0);
  const weightOf = (u: number): number => (weighted ? 1 / (u * u) : 1);
  // In units of the longest time, so that t⁴ stays near t².
  const unit = Math.max(...changes.map(({ days }) => days));
  let [m2, m3, m4, p1, p2, weights] = [0, 0, 0, 0, 0, 0];
  for (const { days, change, u } of changes) {
    const [weight, t] = [weightOf(u), days / unit];
    m2 += weight * t * t;
    m3 += weight * t * t * t;
    m4 += weight * t * t * t * t;
    p1 += weight * t * change;
    p2 += weight * t * t * change;
    weights += weight;
  }
  const solved = order === 1 ? { b1: p1 / m2, b2: 0, v11: 1 / m2, v12: 0, v22: 0 } : solveTwo(m2, m3, m4, p1, p2);
  if (solved === null) return null;
  const freedom = changes.length - order;
  let square = 0;
  for (const { days, change, u } of changes) {
    const t = days / unit;
    const rest = change - solved.b1 * t - solved.b2 * t * t;
    square += weightOf(u) * rest * rest;
  }
  const variance = square / freedom;
  // Scatter below the stated uncertainties is chance, not information.
  const factor = weighted ? Math.max(1, variance) : variance;
  return {
    order,
    coefficients: [solved.b1 / unit, solved.b2 / unit / unit],
    covariance: [
      (factor * solved.v11) / unit / unit,
      (factor * solved.v12) / unit / unit / unit,
      (factor * solved.v22) / unit / unit / unit / unit
    ],
    s: Math.sqrt((variance * changes.length) / weights),
    freedom,
    weightedSquare: square
  };
}

/** Times that differ by less separate t and t² only by noise. */
const LEAST_SPREAD = 0.01;

/** The normal equations of b₁·t + b₂·t²; null for nearly equal times. */
function solveTwo(m2: number, m3: number, m4: number, p1: number, p2: number) {
  const determinant = m2 * m4 - m3 * m3;
  if (!(determinant > LEAST_SPREAD * m2 * m4)) return null;
  return {
    b1: (m4 * p1 - m3 * p2) / determinant,
    b2: (m2 * p2 - m3 * p1) / determinant,
    v11: m4 / determinant,
    v12: -m3 / determinant,
    v22: m2 / determinant
  };
}

const SCAN_STEPS = 512;

/**
 * Days after a calibration that left the error `start` until its prediction band of probability p leaves the limits;
 * null if it stays inside up to `until`, 0 if it is outside at once. Limits of the error, in the unit of the changes.
 */
export function intervalByVariables(
  growth: Growth,
  start: Start,
  { lower, upper }: Limits,
  p: number,
  until: number
): number | null {
  const t = studentUpperQuantile(0.5 * (1 - p), growth.freedom);
  const isOutside = (days: number): boolean => {
    const value = start.error + grown(growth, days);
    const half = t * spread(growth, start, days);
    return (lower !== null && value - half < lower) || (upper !== null && value + half > upper);
  };
  if (isOutside(0)) return 0;
  // A parabola may leave and return: the first time counts.
  let [low, high] = [0, Number.NaN];
  for (let step = 1; step <= SCAN_STEPS && Number.isNaN(high); step++) {
    const days = (until * step) / SCAN_STEPS;
    if (isOutside(days)) high = days;
    else low = days;
  }
  if (Number.isNaN(high)) return null;
  while (high - low > 1 / 64) {
    const middle = 0.5 * (low + high);
    if (isOutside(middle)) high = middle;
    else low = middle;
  }
  return Math.floor(low);
}

/** Probability of being outside the limits a number of days after a calibration that left the error `start`. */
export function riskOfGrowth(growth: Growth, start: Start, { lower, upper }: Limits, days: number): number {
  const value = start.error + grown(growth, days);
  const u = spread(growth, start, days);
  if (!(u > 0)) return (lower !== null && value < lower) || (upper !== null && value > upper) ? 1 : 0;
  const below = lower === null ? 0 : studentUpperTail((value - lower) / u, growth.freedom);
  return below + (upper === null ? 0 : studentUpperTail((upper - value) / u, growth.freedom));
}

const grown = ({ coefficients: [b1, b2] }: Growth, days: number): number => (b1 + b2 * days) * days;

/** u(t)² = u₀² + s² + gᵀCg with g = (t, t²). */
function spread({ covariance: [v11, v12, v22], s }: Growth, { u }: Start, days: number): number {
  const growing = days * days * (v11 + days * (2 * v12 + days * v22));
  return Math.sqrt(u * u + s * s + Math.max(0, growing));
}
