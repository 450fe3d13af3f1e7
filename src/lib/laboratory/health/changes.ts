import type { AssetHealth } from '#lib/contracts/health.ts';
import { haveCommonReference, type Comparable } from './curve-history.ts';

export type Change = AssetHealth['changes'][number];

/**
 * What changed from each calibration to the next, at each place of the grid: as found minus the previous as left, so
 * that an adjustment does not count as drift. E_n = d/√(U₁² + U₂²), U for k = 2.
 *
 * A common reference affects both alike: E_n without its contribution is returned too. Source: ISO/IEC 17043:2023 B.3.
 */
export function changesOf(history: readonly Comparable[], grid: readonly number[]): Change[] {
  return history.slice(1).flatMap((later, i) => {
    const before = history[i];
    return before === undefined ? [] : [changeBetween(before, later, grid)];
  });
}

function changeBetween(before: Comparable, later: Comparable, grid: readonly number[]): Change {
  const difference = grid.map((y) => later.found(y) - before.left(y));
  const expanded = grid.map((y) => 2 * Math.hypot(before.u(y), later.u(y)));
  const en = difference.map((d, i) => score(d, expanded[i] ?? 0));
  const shared = haveCommonReference(before.record, later.record);
  const without = grid.map((y, i) => {
    const variance = [before, later].reduce((sum, of) => {
      const reference = of.record.profile?.reference_u ?? 0;
      return sum + Math.max(0, of.u(y) * of.u(y) - reference * reference);
    }, 0);
    return score(difference[i] ?? 0, 2 * Math.sqrt(variance));
  });
  return {
    from: before.record.id,
    to: later.record.id,
    days: later.day - before.day,
    difference,
    expanded_uncertainty: expanded,
    en,
    largest_en: largest(en),
    agrees: difference.every((d, i) => Math.abs(d) <= (expanded[i] ?? 0)),
    common_reference: shared,
    largest_en_without_reference: shared ? largest(without) : null
  };
}

const score = (difference: number, expanded: number): number | null => (expanded > 0 ? difference / expanded : null);
const largest = (scores: readonly (number | null)[]): number | null => {
  const known = scores.flatMap((value) => (value === null ? [] : [Math.abs(value)]));
  return known.length === 0 ? null : Math.max(...known);
};

/**
 * Root mean square of the changes at each place, and the largest of these. Source: EA-4/02 M:2022 3.3 (pooled changes).
 */
export function stabilityOf(changes: readonly Change[], grid: readonly number[]): AssetHealth['stability'] {
  if (changes.length === 0) return null;
  const values = grid.map((_, i) =>
    Math.sqrt(changes.reduce((sum, { difference }) => sum + (difference[i] ?? 0) ** 2, 0) / changes.length)
  );
  const worst = values.reduce((best, value, i) => (value > (values[best] ?? -1) ? i : best), 0);
  return { values, worst: { measured: grid[worst] ?? 0, value: values[worst] ?? 0 } };
}
