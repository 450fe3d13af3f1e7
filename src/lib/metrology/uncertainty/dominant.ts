import type { BudgetTerm } from './budget-terms.ts';

/** The rest may be this part of what dominates, no more. */
const LARGEST_REST = 0.3;

/**
 * The β of the density that the combined value has where one rectangle dominates the budget (1) or two do; null where the
 * sum is about normal. `parts` are the signed contributions c·u of the lines, uncorrelated.
 * Source: EA-4/02 M:2022 S9.14, S10.13.
 */
export function dominantBeta(terms: readonly BudgetTerm[], parts: readonly number[]): number | null {
  const order = parts.map((_, i) => i).sort((a, b) => size(parts, b) - size(parts, a));
  const [first, second] = order;
  if (first === undefined || !(size(parts, first) > 0)) return null;
  let rest = 0;
  for (const i of order.slice(2)) rest += size(parts, i) * size(parts, i);
  const a = size(parts, first);
  const b = second === undefined ? 0 : size(parts, second);
  if (!isRectangle(terms[first])) return null;
  if (Math.sqrt(rest + b * b) <= LARGEST_REST * a) return 1;
  if (second === undefined || !isRectangle(terms[second])) return null;
  return Math.sqrt(rest) <= LARGEST_REST * Math.sqrt(a * a + b * b) ? (a - b) / (a + b) : null;
}

function size(parts: readonly number[], i: number): number {
  return Math.abs(parts[i] ?? 0);
}

function isRectangle(term: BudgetTerm | undefined): boolean {
  return term?.distribution === 'rectangular';
}
