/** A part of the combined variance with its own degrees of freedom (Infinity if unlimited). */
export type VariancePart = { readonly variance: number; readonly degreesOfFreedom: number };

/**
 * Effective degrees of freedom, ν_eff = u_c⁴ / Σ (u_i⁴ / ν_i); Infinity if no part limits them. Real-valued.
 *
 * Never below the smallest ν of the parts: for independent ones it cannot be, and if a negative correlation makes u_c
 * smaller than its parts, the formula (for independent parts) does not apply. Source: JCGM 100:2008 G.4.1.
 */
export function effectiveDegreesOfFreedom(parts: Iterable<VariancePart>, combinedVariance: number): number {
  let sum = 0;
  let least = Infinity;
  if (!(combinedVariance > 0)) return Infinity;
  for (const { variance, degreesOfFreedom } of parts) {
    if (degreesOfFreedom === Infinity || variance === 0) continue;
    const share = variance / combinedVariance;
    sum += (share * share) / degreesOfFreedom;
    least = Math.min(least, degreesOfFreedom);
  }
  return Math.max(least, 1 / sum);
}
