import { exp, log } from '../distributions/elementary.ts';
import { studentUpperQuantile } from '../distributions/student-t.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { ConformityRequest } from '../types.ts';
import type { Evaluation } from '../uncertainty/budget.ts';
import { inset, type Limits } from './limits.ts';
import { probabilityOutside } from './probability.ts';
import { guardBandForPfa } from './target-pfa.ts';

/** Default probability of an error outside at the acceptance limit: that of w = U with k = 2. */
export const DEFAULT_FALSE_ACCEPT = 0.025;
/** Probability of false acceptance of ANSI/NCSL Z540.3 5.3 b). */
export const DEFAULT_PFA = 0.02;
/** From this test uncertainty ratio on, ANSI/NCSL Z540.3 requires no guard band. */
export const ENOUGH_TUR = 4;

/**
 * The limits within which an error is accepted, by the decision rule: the tolerance limits drawn in by a guard band.
 * If the rule accepts nothing, the lower limit is above the upper one. Rules based on the ratio of a two-sided
 * tolerance to the uncertainty use U95 and refuse a single limit with `one_sided`.
 */
export function acceptanceLimits(request: ConformityRequest, limits: Limits, uncertainty: Evaluation): Limits {
  const { expanded, expanded95 } = uncertainty;
  switch (request.rule) {
    case 'simple_acceptance':
      return limits;
    case 'guard_band':
      return inset(limits, (request.guard_band_factor ?? 1) * expanded);
    case 'non_binary':
      return inset(limits, expanded);
    case 'guard_band_risk':
      return inset(limits, riskBand(request.max_false_accept ?? DEFAULT_FALSE_ACCEPT, limits, uncertainty));
    case 'rss':
      return inset(limits, rootSumSquareBand(halfWidth(request, limits), expanded));
    case 'dobbert_6':
      return inset(limits, dobbertBand(halfWidth(request, limits), expanded95));
    case 'target_pfa':
      return inset(
        limits,
        guardBandForPfa(request.target_pfa ?? DEFAULT_PFA, halfWidth(request, limits), expanded95 / 2)
      );
    case 'z540_tur4': {
      const half = halfWidth(request, limits);
      return half >= ENOUGH_TUR * expanded95 ? limits : inset(limits, rootSumSquareBand(half, expanded));
    }
  }
}

function halfWidth({ rule }: ConformityRequest, { lower, upper }: Limits): number {
  if (lower !== null && upper !== null) return 0.5 * (upper - lower);
  throw new AnalysisRefusal(
    'one_sided',
    ['conformity', 'rule'],
    `The rule "${rule}" compares the uncertainty with a two-sided tolerance; for one limit choose another rule.`
  );
}

/** w = T − √(T² − U²). Source: ANSI/NCSL Z540.3 Handbook, method 5. */
function rootSumSquareBand(half: number, expanded: number): number {
  return expanded < half
    ? (expanded * expanded) / (half + Math.sqrt((half - expanded) * (half + expanded)))
    : 2 * expanded;
}

/**
 * w = M·U₉₅ with M = 1.04 − exp(0.38 ln TUR − 0.54), never below zero: PFA ≤ 2 % whatever the spread of a centred, normally
 * distributed population of instruments.
 * Source: M. Dobbert, NCSLI 2008; ANSI/NCSL Z540.3 Handbook, method 6.
 */
function dobbertBand(half: number, expanded95: number): number {
  if (!(expanded95 > 0)) return 0;
  const managed = 1.04 - exp(0.38 * log(half / expanded95) - 0.54);
  return Math.max(0, managed) * expanded95;
}

/**
 * The guard band at whose edge the probability of an error outside has the requested value. Source: JCGM 106:2012
 * 8.3.2; ILAC-G8 4.2.2.
 */
function riskBand(risk: number, limits: Limits, { combined, freedom, beta }: Evaluation): number {
  if (!(combined > 0)) return 0;
  const outside = (error: number): number => probabilityOutside(error, combined, freedom, limits, beta);
  const { lower, upper } = limits;
  // For a single limit the quantile is the solution; for two it is a lower bound.
  const alone = beta === null ? combined * studentUpperQuantile(risk, freedom) : null;
  if (lower === null || upper === null) {
    if (alone !== null) return alone;
    const edge = upper ?? lower ?? 0;
    return root((width) => outside(upper === null ? edge + width : edge - width) - risk, -4 * combined, 4 * combined);
  }
  const half = 0.5 * (upper - lower);
  if (outside(lower + half) > risk) return half + combined;
  return root((width) => outside(upper - width) - risk, alone ?? -4 * combined, half);
}

/** The last place where a falling function is not negative, between low and high. */
function root(f: (width: number) => number, low: number, high: number): number {
  if (f(low) <= 0) return low;
  let [a, b] = [low, high];
  for (let step = 0; step < 100; step++) {
    const middle = a + 0.5 * (b - a);
    if (middle === a || middle === b) break;
    if (f(middle) > 0) a = middle;
    else b = middle;
  }
  return b;
}
