/** The scale of the plumb column: zero in the middle, the tolerance in view, however large an error is. */
import { uncertaintyAsLeft } from '#lib/laboratory/error-uncertainty.ts';
import type { Judgement, PointResult } from '#lib/metrology/types.ts';

/** The tolerance reaches this far from the middle to the edge. */
const TOLERANCE_AT = 0.8824;

export type PlumbScale =
  | { readonly kind: 'absolute'; readonly half: number; readonly lower: number | null; readonly upper: number | null }
  /** Limits differ from point to point: every row is drawn in parts of its own tolerance. */
  | { readonly kind: 'relative' }
  /** No tolerance: drawn by the largest deviation. */
  | { readonly kind: 'free'; readonly half: number };

/** The scale for all points of a calibration, both runs. */
export function plumbScale(points: readonly PointResult[]): PlumbScale {
  const judged = points.flatMap((point) => [point.as_found, point.as_left]).filter((entry) => entry !== null);
  const [first] = judged;
  if (first === undefined || reach(first) === 0) return { kind: 'free', half: freeHalf(points) };
  const size = reach(first);
  const equal = judged.every((entry) => near(entry.lower, first.lower, size) && near(entry.upper, first.upper, size));
  if (!equal) return { kind: 'relative' };
  return absoluteScale(first.lower, first.upper) ?? { kind: 'free', half: freeHalf(points) };
}

/** The scale of limits that are the same everywhere; null without any. */
export function absoluteScale(lower: number | null, upper: number | null): PlumbScale | null {
  const size = Math.max(Math.abs(lower ?? 0), Math.abs(upper ?? 0));
  return size > 0 ? { kind: 'absolute', half: size / TOLERANCE_AT, lower, upper } : null;
}

/** The half-width of the scale at one point, in the unit of the deviation. */
export function halfAt(scale: PlumbScale, judged: Judgement | null): number {
  if (scale.kind !== 'relative') return scale.half;
  const size = judged === null ? 0 : reach(judged);
  return size > 0 ? size / TOLERANCE_AT : 1;
}

/** Where a deviation stands between the left edge (−1) and the right (+1); further out it stays at the edge. */
export function placeAt(value: number, half: number): number {
  return Math.max(-1, Math.min(1, value / half));
}

function reach(judged: Judgement): number {
  return Math.max(Math.abs(judged.lower ?? 0), Math.abs(judged.upper ?? 0));
}

function near(a: number | null, b: number | null, size: number): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) < 1e-6 * size);
}

/** A round number beyond the largest deviation and its uncertainty. */
function freeHalf(points: readonly PointResult[]): number {
  const largest = points.reduce(
    (most, point) =>
      Math.max(
        most,
        Math.abs(point.error ?? 0),
        point.error_after_correction === null
          ? 0
          : Math.abs(point.error_after_correction) + (uncertaintyAsLeft(point)?.U ?? 0)
      ),
    0
  );
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((lead) => lead * power >= largest * 1.05) ?? 20) * power;
}
