import type { Point } from '../types.ts';

/** The points as columns: typed arrays are what the fit works on. */
export type FitData = {
  readonly count: number;
  readonly reference: Float64Array;
  readonly measured: Float64Array;
  /** Standard uncertainties, zero for a point without one; null if no point has one. */
  readonly uReference: Float64Array | null;
  readonly uMeasured: Float64Array | null;
};

/** The columns of points that have been checked. */
export function fitData(points: readonly Point[]): FitData {
  return {
    count: points.length,
    reference: columnOf(points, (point) => point.reference),
    measured: columnOf(points, (point) => point.measured),
    uReference: columnIfAny(points, (point) => point.u_reference),
    uMeasured: columnIfAny(points, (point) => point.u_measured)
  };
}

function columnIfAny(points: readonly Point[], pick: (point: Point) => number | undefined): Float64Array | null {
  return points.some((point) => pick(point) !== undefined) ? columnOf(points, (point) => pick(point) ?? 0) : null;
}

function columnOf(points: readonly Point[], pick: (point: Point) => number): Float64Array {
  const column = new Float64Array(points.length);
  points.forEach((point, i) => (column[i] = pick(point)));
  return column;
}
