import { studentUpperQuantile } from '../distributions/student-t.ts';

/** Probability of at least one false outlier, two-sided. */
const FALSE_ALARM = 0.01;
const ROUNDING = 1e-12;

/**
 * Externally studentized residuals: each divided by the standard deviation that the fit would have without its point.
 * Null if that does not exist (a point that the curve must pass through, one degree of freedom, an exact fit).
 * `outliers` are beyond Student's quantile at 1 % two-sided, divided by the number of points (Bonferroni).
 * Source: Cook and Weisberg, Residuals and Influence in Regression, 2.2.
 */
export function studentizedResiduals(
  residuals: Float64Array,
  weights: Float64Array | null,
  leverage: Float64Array,
  sumOfSquares: number,
  freedom: number
): { values: (number | null)[]; outliers: number[] } {
  const outliers: number[] = [];
  const n = residuals.length;
  if (freedom < 2 || !(sumOfSquares > 0)) return { values: Array.from(residuals, () => null), outliers };
  const limit = studentUpperQuantile(FALSE_ALARM / 2 / n, freedom - 1);
  const values = Array.from(residuals, (r, i) => {
    const room = 1 - (leverage[i] as number);
    if (room < ROUNDING) return null;
    const square = ((weights === null ? 1 : (weights[i] as number)) * r * r) / room;
    const rest = (sumOfSquares - square) / (freedom - 1);
    // The other points lie on the curve: either no deviation or an infinite one.
    if (rest <= ROUNDING * ROUNDING * sumOfSquares) {
      if (square > 0.5 * sumOfSquares) outliers.push(i);
      return null;
    }
    const value = (Math.sign(r) * Math.sqrt(square)) / Math.sqrt(rest);
    if (Math.abs(value) > limit) outliers.push(i);
    return value;
  });
  return { values, outliers };
}
