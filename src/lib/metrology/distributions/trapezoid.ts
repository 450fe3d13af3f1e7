/**
 * The symmetric trapezoid of unit standard deviation: β = 0 is the triangle, β = 1 the rectangle.
 * It is the distribution of the sum of two rectangles of half-widths a₁, a₂ with β = |a₁ − a₂|/(a₁ + a₂).
 * Source: EA-4/02 M:2022 S10; JCGM 101:2008 6.4.4.
 */

/** Half-width of the whole base. */
export function trapezoidHalfWidth(beta: number): number {
  return Math.sqrt(6 / (1 + beta * beta));
}

/** Probability that it exceeds z. */
export function trapezoidUpperTail(z: number, beta: number): number {
  if (z < 0) return 1 - trapezoidUpperTail(-z, beta);
  const x = z / trapezoidHalfWidth(beta);
  if (x >= 1) return 0;
  if (x <= beta) return 0.5 - x / (1 + beta);
  return (0.5 * (1 - x) * (1 - x)) / (1 - beta * beta);
}

/**
 * The factor k with P(|Z| ≤ k) = p. On the sloping edge EA-4/02 S10.13; if p is already reached under the flat top, the
 * straight part, whose limit for the rectangle is p√3 (S9.14).
 */
export function trapezoidFactor(p: number, beta: number): number {
  const reached = p <= (2 * beta) / (1 + beta) ? (p * (1 + beta)) / 2 : 1 - Math.sqrt((1 - p) * (1 - beta * beta));
  return reached * trapezoidHalfWidth(beta);
}
