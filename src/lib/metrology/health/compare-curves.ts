import { evaluateCurve } from '../curve.ts';
import type { CorrectionCurve } from '../types.ts';

/** The parts of a calibration needed for a comparison. */
export type CurveRecord = {
  readonly curve: CorrectionCurve;
  /** The measured range that its points covered. */
  readonly low: number;
  readonly high: number;
  /** Expanded uncertainty (k = 2) of the corrected value at an indication. */
  readonly expanded: (measured: number) => number;
};

/** One point of the grid. E_n is null if neither curve has an uncertainty. */
export type CurveDifference = {
  readonly measured: number;
  readonly difference: number;
  readonly expanded: number;
  readonly en: number | null;
  readonly within: boolean;
};

export type CurveComparison = {
  readonly low: number;
  readonly high: number;
  readonly grid: readonly CurveDifference[];
  readonly largestEn: number | null;
  readonly agrees: boolean;
};

/**
 * Two curves on an even grid of `count` ≥ 2 points over their common measured range: d = f₂ − f₁ and E_n = d/√(U₁² +
 * U₂²). Null if the ranges do not overlap.
 *
 * A common reference affects both equally: its part does not appear in d, and E_n is then too small rather than too
 * large.
 * Source: ISO/IEC 17043 annex B; ISO 13528 9.7 (E_n scores).
 */
export function compareCurves(before: CurveRecord, after: CurveRecord, count: number): CurveComparison | null {
  const low = Math.max(before.low, after.low);
  const high = Math.min(before.high, after.high);
  if (!(high >= low)) return null;
  const grid = Array.from({ length: count }, (_, i): CurveDifference => {
    const measured = i === count - 1 ? high : low + ((high - low) * i) / (count - 1);
    const difference = evaluateCurve(after.curve, measured) - evaluateCurve(before.curve, measured);
    const [u1, u2] = [before.expanded(measured), after.expanded(measured)];
    const expanded = Math.sqrt(u1 * u1 + u2 * u2);
    return {
      measured,
      difference,
      expanded,
      en: expanded > 0 ? difference / expanded : null,
      within: Math.abs(difference) <= expanded
    };
  });
  const scores = grid.flatMap(({ en }) => (en === null ? [] : [Math.abs(en)]));
  return {
    low,
    high,
    grid,
    largestEn: scores.length === 0 ? null : Math.max(...scores),
    agrees: grid.every(({ within }) => within)
  };
}

/**
 * Stability of an instrument: the standard deviation of the changes d_k = f_k(y) − f_{k−1}(y) at one indication over
 * successive calibrations, in the unit of the reference. Null for fewer than two calibrations.
 * Source: JCGM 100:2008 4.2, about zero instead of about the mean, because without drift no change is expected.
 */
export function stabilityAt(curves: readonly CorrectionCurve[], measured: number): number | null {
  if (curves.length < 2) return null;
  let square = 0;
  for (let k = 1; k < curves.length; k++) {
    const [older, newer] = [curves[k - 1], curves[k]];
    if (older === undefined || newer === undefined) continue;
    const change = evaluateCurve(newer, measured) - evaluateCurve(older, measured);
    square += change * change;
  }
  return Math.sqrt(square / (curves.length - 1));
}
