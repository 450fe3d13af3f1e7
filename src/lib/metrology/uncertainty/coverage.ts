import { normalUpperQuantile } from '../distributions/normal.ts';
import { studentUpperQuantile, studentUpperTail } from '../distributions/student-t.ts';
import { trapezoidFactor } from '../distributions/trapezoid.ts';
import type { UncertaintyRequest } from '../types.ts';

export const DEFAULT_COVERAGE_PROBABILITY = 0.9545;
/** From here to the default, a coverage probability counts as "95 %". */
const LEAST_OF_95 = 0.95;
/** The factor of a normal distribution for 95 %, used with a fixed factor. */
const NORMAL_FACTOR = 2;

/** From a standard uncertainty to an expanded one. */
export type Coverage = {
  /** ν_eff as used and reported: truncated if requested. */
  readonly freedom: (nu: number) => number;
  /** The coverage factor k for ν_eff degrees of freedom. */
  readonly factor: (nu: number) => number;
  /** The coverage factor if a rectangle (β = 1) or a trapezoid dominates. */
  readonly dominantFactor: (beta: number) => number;
  /** The factor for a coverage probability of 95 %, whichever was requested; β as in dominantFactor. */
  readonly factor95: (nu: number, beta: number | null) => number;
  /** The coverage probability that k reaches with ν_eff degrees of freedom. */
  readonly probability: (k: number, nu: number) => number;
};

/**
 * Coverage as requested: a fixed factor k, or k = t_p(ν_eff) for the coverage probability p (95.45 % by default).
 * Source: JCGM 100:2008 G.3 and G.4; EA-4/02 M:2022 5.
 */
export function coverageOf(request: UncertaintyRequest): Coverage {
  const truncate = request.dof_rounding === 'truncate';
  const fixed = request.coverage_factor;
  const p = request.coverage_probability ?? DEFAULT_COVERAGE_PROBABILITY;
  const quantile = rememberingQuantile(p);
  const quantile95 = p === DEFAULT_COVERAGE_PROBABILITY ? quantile : rememberingQuantile(DEFAULT_COVERAGE_PROBABILITY);
  const is95 = fixed === undefined && p >= LEAST_OF_95 && p <= DEFAULT_COVERAGE_PROBABILITY;
  return {
    freedom: (nu) => (truncate && nu !== Infinity ? Math.max(1, Math.floor(nu)) : nu),
    factor: (nu) => fixed ?? quantile(nu),
    dominantFactor: (beta) => trapezoidFactor(p, beta),
    factor95: (nu, beta) => {
      if (beta !== null) return trapezoidFactor(is95 ? p : DEFAULT_COVERAGE_PROBABILITY, beta);
      if (is95) return quantile(nu);
      return fixed !== undefined && nu === Infinity ? NORMAL_FACTOR : quantile95(nu);
    },
    probability: (k, nu) => (fixed === undefined ? p : 1 - 2 * studentUpperTail(k, nu))
  };
}

/**
 * k = t_p(ν). Points often have the same ν, with as found and as left alternating, so the last two results are cached.
 */
function rememberingQuantile(p: number): (nu: number) => number {
  const q = (1 - p) / 2;
  const normal = normalUpperQuantile(q);
  let lastFreedom = Number.NaN;
  let lastFactor = Number.NaN;
  let olderFreedom = Number.NaN;
  let olderFactor = Number.NaN;
  return (nu) => {
    if (nu === olderFreedom) return olderFactor;
    if (nu !== lastFreedom) {
      olderFreedom = lastFreedom;
      olderFactor = lastFactor;
      // A probability so small that rounding turns its quantile negative needs no coverage at all.
      lastFactor = Math.max(0, studentUpperQuantile(q, nu, normal));
      lastFreedom = nu;
    }
    return lastFactor;
  };
}
