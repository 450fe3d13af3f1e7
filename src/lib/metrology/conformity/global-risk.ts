import { exp, log } from '../distributions/elementary.ts';
import { normalDensity, normalUpperTail } from '../distributions/normal.ts';
import { logGamma } from '../distributions/stirling-error.ts';
import { integrate } from './gauss-legendre.ts';
import type { Limits } from './limits.ts';

/** Prior knowledge of the instruments: the distribution of their true error before the measurement. */
export type Prior =
  | { readonly kind: 'normal'; readonly mean: number; readonly sd: number }
  | { readonly kind: 'gamma'; readonly shape: number; readonly scale: number }
  | { readonly kind: 'rectangular'; readonly low: number; readonly high: number };

/** Joint probabilities, as R_C and R_P of JCGM 106 are; `cpfa` is P(nonconforming | accepted). */
export type GlobalRisk = {
  readonly pfa: number;
  readonly pfr: number;
  readonly conforming: number;
  readonly accepted: number;
  readonly cpfa: number | null;
};

/** Less than 1e-18 of a normal distribution lies beyond this number of standard deviations. */
const REACH = 9;

/**
 * Global risks of accepting and rejecting wrongly: the measured value is normal about the true one with standard
 * uncertainty u > 0, the true one has the prior. By composite Gauss–Legendre quadrature: near an acceptance limit with panels of half
 * the narrower of both distributions, elsewhere, where acceptance is certain one way or the other, of half the prior's. Tests hold it
 * to published cases and, for populations of any width, to the closed forms of their limits. Source: JCGM 106:2012 9.3–9.5.
 */
export function globalRisk(prior: Prior, u: number, tolerance: Limits, acceptance: Limits): GlobalRisk {
  const { density, low, high, feature } = priorOf(prior);
  const accept = (x: number): number => acceptanceProbability(x, u, acceptance);
  const edges = [acceptance.lower, acceptance.upper].filter((edge) => edge !== null);
  const integral = (from: number, to: number, weight: (x: number) => number): number => {
    const [a, b] = [Math.max(low, from), Math.min(high, to)];
    const cuts = edges.flatMap((edge) => [edge - REACH * u, edge + REACH * u]).filter((cut) => cut > a && cut < b);
    const ends = [a, ...cuts.sort((one, other) => one - other), b];
    let sum = 0;
    for (let i = 1; i < ends.length; i++) {
      const [start, end] = [ends[i - 1] as number, ends[i] as number];
      const middle = 0.5 * (start + end);
      const isNear = edges.some((edge) => Math.abs(middle - edge) < REACH * u);
      const panels = Math.max(4, Math.ceil((end - start) / (0.5 * (isNear ? Math.min(feature, u) : feature))));
      sum += integrate((x) => density(x) * weight(x), start, end, panels);
    }
    return sum;
  };
  const [lower, upper] = [tolerance.lower ?? -Infinity, tolerance.upper ?? Infinity];
  const reject = (x: number): number => 1 - accept(x);
  const pfa = integral(-Infinity, lower, accept) + integral(upper, Infinity, accept);
  const pfr = integral(lower, upper, reject);
  const conforming = integral(lower, upper, () => 1);
  const accepted = pfa + conforming - pfr;
  return { pfa, pfr, conforming, accepted, cpfa: accepted > 0 ? pfa / accepted : null };
}

/**
 * The guard band w (limits moved inwards by w, outwards if negative) with the requested global PFA; null if none
 * between no acceptance and six standard uncertainties outwards has it. Source: JCGM 106:2012 9.5.4.
 */
export function guardBandForGlobalPfa(prior: Prior, u: number, tolerance: Limits, target: number): number | null {
  const pfa = (w: number): number =>
    globalRisk(prior, u, tolerance, {
      lower: tolerance.lower === null ? null : tolerance.lower + w,
      upper: tolerance.upper === null ? null : tolerance.upper - w
    }).pfa;
  const two = tolerance.lower !== null && tolerance.upper !== null;
  let high = two ? 0.5 * ((tolerance.upper ?? 0) - (tolerance.lower ?? 0)) : 40 * u;
  let low = -6 * u;
  if (!(pfa(low) >= target && pfa(high) <= target)) return null;
  for (let step = 0; step < 60 && high - low > 1e-13 * u; step++) {
    const middle = 0.5 * (low + high);
    if (pfa(middle) > target) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

function acceptanceProbability(x: number, u: number, { lower, upper }: Limits): number {
  const above = upper === null ? 0 : normalUpperTail((upper - x) / u);
  const below = lower === null ? 0 : normalUpperTail((x - lower) / u);
  return Math.max(0, 1 - above - below);
}

function priorOf(prior: Prior): { density: (x: number) => number; low: number; high: number; feature: number } {
  switch (prior.kind) {
    case 'normal': {
      const { mean, sd } = prior;
      const density = (x: number): number => normalDensity((x - mean) / sd) / sd;
      return { density, low: mean - REACH * sd, high: mean + REACH * sd, feature: sd };
    }
    case 'gamma': {
      const { shape, scale } = prior;
      const constant = -logGamma(shape) - log(scale);
      const density = (x: number): number => (x > 0 ? exp((shape - 1) * log(x / scale) - x / scale + constant) : 0);
      const sd = Math.sqrt(shape) * scale;
      return { density, low: 0, high: shape * scale + 12 * sd + 40 * scale, feature: Math.min(sd, scale) };
    }
    case 'rectangular': {
      const { low, high } = prior;
      return { density: () => 1 / (high - low), low, high, feature: high - low };
    }
  }
}
