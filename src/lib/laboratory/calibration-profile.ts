import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult, Point, PointResult } from '#lib/metrology/types.ts';

/** The results of a calibration at a few places: as much as health and comparison need without its points. */
export type CalibrationProfile = NonNullable<CalibrationHeader['profile']>;

const MOST_PLACES = 12;

/**
 * The profile of a result. The range is that of the indications the curve is based on; the places are the groups of the
 * as-found run (or of the only run if nothing was adjusted), evenly selected if there are many.
 */
export function calibrationProfile(request: AnalysisRequest, result: AnalysisResult): CalibrationProfile {
  let [low, high] = [Infinity, -Infinity];
  for (const { measured } of request.points) {
    low = Math.min(low, measured);
    high = Math.max(high, measured);
  }
  const adjusted = request.as_found_points !== undefined;
  const standard = result.budget.find(({ source }) => source === 'reference_standard');
  return {
    low,
    high,
    adjusted,
    as_found: result.conformity?.as_found ?? null,
    as_left: result.conformity?.as_left ?? null,
    reference_u: standard?.standard_uncertainty ?? null,
    places: adjusted
      ? placesOf(request.as_found_points ?? [], result.as_found_points ?? [])
      : placesOf(request.points, result.points),
    ...(adjusted && result.fit.model === 'none' ? { left: placesOf(request.points, result.points) } : {})
  };
}

type Place = CalibrationProfile['places'][number];

type Gathered = { count: number; measured: number; reference: number; u: number; error: number; U: number };

function placesOf(points: readonly Point[], results: readonly PointResult[]): Place[] {
  const groups = new Map<number, Gathered>();
  points.forEach((point, i) => {
    const result = results[i];
    const key = point.group ?? point.nominal ?? point.reference;
    const group = groups.get(key) ?? { count: 0, measured: 0, reference: 0, u: 0, error: 0, U: 0 };
    group.count++;
    group.measured += point.measured;
    group.reference += point.reference;
    group.u = Math.max(group.u, result?.u_combined ?? 0);
    // A value missing at one point is missing at the place.
    group.error += result?.error ?? Number.NaN;
    group.U = Math.max(group.U, result?.error_uncertainty?.expanded_uncertainty ?? Number.NaN);
    groups.set(key, group);
  });
  const means = [...groups.values()].map(({ count, measured, reference, u, error, U }) => ({
    measured: measured / count,
    reference: reference / count,
    u,
    error: Number.isNaN(error) ? null : error / count,
    error_uncertainty: Number.isNaN(U) ? null : U
  }));
  means.sort((a, b) => a.measured - b.measured);
  if (means.length <= MOST_PLACES) return means;
  const last = means.length - 1;
  return Array.from({ length: MOST_PLACES }, (_, j) => means[Math.round((j * last) / (MOST_PLACES - 1))]).flatMap(
    (place) => place ?? []
  );
}
