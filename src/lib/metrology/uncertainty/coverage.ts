import { normalUpperQuantile } from '../distributions/normal.ts';
import { studentUpperQuantile, studentUpperTail } from '../distributions/student-t.ts';
import { trapezoidFactor } from '../distributions/trapezoid.ts';
import type { UncertaintyRequest } from '../types.ts';

export const DEFAULT_COVERAGE_PROBABILITY = 0.9545;

/** How a standard uncertainty becomes an expanded one. */
export type Coverage = {
  /** ν_eff as it is used and reported: truncated where that was asked for. */
  readonly freedom: (nu: number) => number;
  /** The coverage factor k for ν_eff degrees of freedom. */
  readonly factor: (nu: number) => number;
  /** The coverage factor where a rectangle (β = 1) or a trapezoid dominates. */
  readonly dominantFactor: (beta: number) => number;
  /** The coverage probability that k reaches with ν_eff degrees of freedom. */
  readonly probability: (k: number, nu: number) => number;
};

/**
 * Coverage as the request asks: a fixed factor k, or k = t_p(ν_eff) for the coverage probability p (95.45 % by default).
 * Source: JCGM 100:2008 G.3 and G.4; EA-4/02 M:2022 5.
 */
export function coverageOf(request: UncertaintyRequest): Coverage {
  const truncate = request.dof_rounding === 'truncate';
  const fixed = request.coverage_factor;
  const p = request.coverage_probability ?? DEFAULT_COVERAGE_PROBABILITY;
  const q = (1 - p) / 2;
  const normal = normalUpperQuantile(q);
  // Points often have the same ν, and those as found and as left take turns: the last two quantiles are worth remembering.
  let lastFreedom = Number.NaN;
  let lastFactor = Number.NaN;
  let olderFreedom = Number.NaN;
  let olderFactor = Number.NaN;
  return {
    freedom: (nu) => (truncate && nu !== Infinity ? Math.max(1, Math.floor(nu)) : nu),
    factor: (nu) => {
      if (fixed !== undefined) return fixed;
      if (nu === olderFreedom) return olderFactor;
      if (nu !== lastFreedom) {
        olderFreedom = lastFreedom;
        olderFactor = lastFactor;
        // A probability so small that rounding turns its quantile negative needs no coverage at all.
        lastFactor = Math.max(0, studentUpperQuantile(q, nu, normal));
        lastFreedom = nu;
      }
      return lastFactor;
    },
    dominantFactor: (beta) => trapezoidFactor(p, beta),
    probability: (k, nu) => (fixed === undefined ? p : 1 - 2 * studentUpperTail(k, nu))
  };
}
