import { normalDensity, normalUpperTail } from '../distributions/normal.ts';
import { integrate } from './gauss-legendre.ts';

/** Nothing is accepted further outside the tolerance than this number of standard uncertainties. */
const REACH = 9;
const PANELS = 6;
const GOLDEN = 0.6180339887498949;

/** The population with the greatest risk: its standard deviation as a fraction of half the tolerance. */
export type WorstPrior = { readonly sd: number; readonly pfa: number };

const REMEMBERED = 200;
const bands = new Map<string, number>();
/** Number of steps in which ratios u/T up to 1 are tabulated; the worst risk rises with the ratio there. */
const STEPS = 256;
const harmless = new Map<string, boolean>();

/**
 * The guard band w that keeps the probability of false acceptance at the target for the worst population of instruments:
 * errors normal about the middle of the tolerance, with the standard deviation that makes false acceptance most likely
 * without a guard band. `half` is half the tolerance, `u` the standard uncertainty; w is 0 if no guard band is needed.
 * Source: M. Dobbert, A Guard-Band Strategy for Managing False-Accept Risk, NCSLI 2008; JCGM 106:2012 9.5.
 */
export function guardBandForPfa(target: number, half: number, u: number): number {
  if (!(u > 0)) return 0;
  if (!(half > 0)) return u;
  const ratio = u / half;
  if (isHarmless(target, ratio)) return 0;
  const key = `${target} ${ratio}`;
  const known = bands.get(key);
  if (known !== undefined) return known * half;
  const worst = worstPrior(ratio);
  const band = worst.pfa <= target ? 0 : bandFor(target, ratio, worst.sd);
  if (bands.size >= REMEMBERED) bands.clear();
  bands.set(key, band);
  return band * half;
}

/**
 * Whether the ratio needs no guard band because a greater one needs none: the worst risk rises with the ratio up to 1.
 * Thousands of points have different ratios, most of them far below the first that needs a band.
 */
function isHarmless(target: number, ratio: number): boolean {
  const above = Math.ceil(ratio * STEPS);
  if (above > STEPS) return false;
  const key = `${target} ${above}`;
  const known = harmless.get(key);
  if (known !== undefined) return known;
  const found = worstPrior(above / STEPS).pfa <= target;
  if (harmless.size >= 4 * STEPS) harmless.clear();
  harmless.set(key, found);
  return found;
}

/** The worst population for a ratio u/T without guard band. */
export function worstPrior(ratio: number): WorstPrior {
  let [low, high] = [0.05, 3];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [left, right] = [falseAcceptance(a, ratio, 1), falseAcceptance(b, ratio, 1)];
  for (let step = 0; step < 60; step++) {
    if (left < right) {
      low = a;
      [a, left] = [b, right];
      b = low + GOLDEN * (high - low);
      right = falseAcceptance(b, ratio, 1);
    } else {
      high = b;
      [b, right] = [a, left];
      a = high - GOLDEN * (high - low);
      left = falseAcceptance(a, ratio, 1);
    }
  }
  const sd = 0.5 * (low + high);
  return { sd, pfa: falseAcceptance(sd, ratio, 1) };
}

/** PFA for the tolerance ±1, acceptance limits ±limit, instruments of standard deviation sd, uncertainty `ratio`. */
export function falseAcceptance(sd: number, ratio: number, limit: number): number {
  const density = (x: number): number => {
    const accepted = normalUpperTail((x - limit) / ratio) - normalUpperTail((x + limit) / ratio);
    return (normalDensity(x / sd) / sd) * accepted;
  };
  return 2 * integrate(density, 1, 1 + REACH * Math.min(ratio, sd * 4), PANELS);
}

/** The width between 0 (too risky) and 1 (nothing accepted) at which the risk equals the target. */
export function bandFor(target: number, ratio: number, sd: number, least = 0): number {
  let [low, high] = [least, 1];
  for (let step = 0; step < 60; step++) {
    const middle = 0.5 * (low + high);
    if (falseAcceptance(sd, ratio, 1 - middle) > target) low = middle;
    else high = middle;
  }
  return high;
}
