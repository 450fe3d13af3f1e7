import type { Point } from '../types.ts';

/** The points as columns: typed arrays are what the fit works on. */
export type FitData = {
  readonly count: number;
  readonly reference: Float64Array;
  readonly measured: Float64Array;
  /** Standard uncertainties, zero where a point has none; null where no point has one. */
  readonly uReference: Float64Array | null;
  readonly uMeasured: Float64Array | null;
};

/** Columns of already checked points. */
export function fitData(points: readonly Point[]): FitData {
  const column = (pick: (point: Point) => number | undefined): Float64Array | null =>
    points.some((point) => pick(point) !== undefined) ? Float64Array.from(points, (point) => pick(point) ?? 0) : null;
  return {
    count: points.length,
    reference: Float64Array.from(points, (point) => point.reference),
    measured: Float64Array.from(points, (point) => point.measured),
    uReference: column((point) => point.u_reference),
    uMeasured: column((point) => point.u_measured)
  };
}
