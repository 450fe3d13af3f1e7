import { isDefined, uncheckedSituationAt, type RunContext } from './run-point.ts';
import type { Greatest, PointResult } from './types.ts';

/** The range of the points is divided into as many parts; in the middle of each without a point the budget is evaluated. */
const PARTS = 40;

/**
 * The greatest uncertainty of a corrected value at the points and between them, where slope, u_fit and ν_eff may exceed
 * those of all points. Null without a curve, if its uncertainty is unknown, or if it has no value somewhere between.
 */
export function atMost(context: RunContext, points: readonly PointResult[]): Greatest | null {
  if (context.request.fit.model === 'none') return null;
  let [low, high] = [Infinity, -Infinity];
  let [mostExpanded, mostK, mostRest] = [0, 0, 0];
  const take = (uFit: number, combined: number, k: number, expanded: number) => {
    mostExpanded = Math.max(mostExpanded, expanded);
    mostK = Math.max(mostK, k);
    mostRest = Math.max(mostRest, combined * combined - uFit * uFit);
  };
  for (const { measured, u_fit, u_combined, k, expanded_uncertainty } of points) {
    if (u_fit === null) return null;
    low = Math.min(low, measured);
    high = Math.max(high, measured);
    take(u_fit, u_combined, k, expanded_uncertainty);
  }
  const width = (high - low) / PARTS;
  const filled = new Set(points.map(({ measured }) => Math.min(PARTS - 1, Math.floor((measured - low) / width))));
  for (let part = 0; width > 0 && part < PARTS; part++) {
    if (filled.has(part)) continue;
    const at = uncheckedSituationAt(context, low + (part + 0.5) * width, null);
    if (at.uFit === null || !isDefined(at)) return null;
    const { combined, k, expanded } = context.budget.evaluate(at);
    take(at.uFit, combined, k, expanded);
  }
  return { expanded_uncertainty: mostExpanded, k: mostK, u_rest: Math.sqrt(mostRest) };
}
