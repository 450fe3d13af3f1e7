import type { UncertaintyRequest } from '../types.ts';
import type { BudgetTerm } from './budget-terms.ts';
import { DEFAULT_COVERAGE_PROBABILITY } from './coverage.ts';

/** The rest may be at most this fraction of what dominates. */
const LARGEST_REST = 0.3;
/** With fewer degrees of freedom the rest has tails that the rectangle's edges do not cover. */
const LEAST_FREEDOM_OF_REST = 10;

/**
 * The dominant part of a budget: the density's β, or none; `restricted` if the rest has too few degrees of freedom for
 * it.
 */
export type Dominant = { readonly beta: number | null; readonly restricted: boolean };

/** Whether to look for a dominant rectangle: if requested, and if its edges still cover the probability. */
export function mayDominate({ coverage_method: method, coverage_probability: p }: UncertaintyRequest): boolean {
  return method === 'ea_dominant' && !isBeyondEdges(p);
}

/** Beyond 95.45 % the small rest determines the tails, which the density of the rectangle does not describe. */
export function isBeyondEdges(p: number | undefined): boolean {
  return (p ?? DEFAULT_COVERAGE_PROBABILITY) > DEFAULT_COVERAGE_PROBABILITY;
}

/**
 * The β of the combined value's density if one rectangle (β = 1) or two dominate the budget; null if the sum is about
 * normal, or the rest has fewer than ten degrees of freedom. `parts` are the signed contributions c·u of the lines,
 * uncorrelated; `freedomOf` gives ν_eff of a subset. Source: EA-4/02 M:2022 S9.14, S10.13.
 */
export function dominantOf(
  terms: readonly BudgetTerm[],
  parts: Float64Array,
  freedomOf: (parts: Float64Array) => number
): Dominant {
  const order = Array.from(parts.keys()).sort((a, b) => size(parts, b) - size(parts, a));
  const [first, second] = order;
  if (first === undefined || !(size(parts, first) > 0) || !isRectangle(terms[first])) return NOTHING;
  const a = size(parts, first);
  const b = second === undefined ? 0 : size(parts, second);
  let others = 0;
  for (const i of order.slice(2)) others += size(parts, i) * size(parts, i);
  const allowed = (beta: number, places: readonly number[]): Dominant => {
    const rest = parts.map((part, i) => (places.includes(i) ? 0 : part));
    const enough = freedomOf(rest) >= LEAST_FREEDOM_OF_REST;
    return enough ? { beta, restricted: false } : { beta: null, restricted: true };
  };
  if (Math.sqrt(others + b * b) <= LARGEST_REST * a) return allowed(1, [first]);
  if (second === undefined || !isRectangle(terms[second])) return NOTHING;
  if (Math.sqrt(others) > LARGEST_REST * Math.sqrt(a * a + b * b)) return NOTHING;
  return allowed((a - b) / (a + b), [first, second]);
}

const NOTHING: Dominant = { beta: null, restricted: false };

function size(parts: Float64Array, i: number): number {
  return Math.abs(parts[i] ?? 0);
}

function isRectangle(term: BudgetTerm | undefined): boolean {
  return term?.distribution === 'rectangular';
}
