/** How wrong the values were that a reference gave, by value and by day. */
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { daysBetween } from '../calendar-day.ts';
import type { CalibrationProfile } from '../calibration-profile.ts';

/** The error of a value that was given, at some values; between them on a line, outside as at the nearest. Ascending. */
export type ErrorCurve = readonly { readonly value: number; readonly error: number }[];

/** What was found on a day. */
export type AsFoundError = { readonly day: string; readonly curve: ErrorCurve };
/** What is known of the error over the time in question; at least one of them. */
export type ErrorInTime = { readonly before: AsFoundError | null; readonly after: AsFoundError | null };

export function errorAt(curve: ErrorCurve, value: number): number {
  const above = curve.findIndex((place) => place.value >= value);
  const [high, low] = [curve[above], curve[above - 1]];
  if (high === undefined) return curve.at(-1)?.error ?? 0;
  if (low === undefined) return high.error;
  return low.error + ((value - low.value) / (high.value - low.value)) * (high.error - low.error);
}

/**
 * The error of the value on a day: in time on a line from what was found before to what was found after, and what was found where only
 * one of them is known, or the day lies outside.
 */
export function errorOn({ before, after }: ErrorInTime, day: string): (value: number) => number {
  if (before === null || after === null) return (value) => errorAt((after ?? before)?.curve ?? [], value);
  const span = daysBetween(before.day, after.day);
  const share = span <= 0 ? 1 : Math.min(1, Math.max(0, daysBetween(before.day, day) / span));
  return (value) => (1 - share) * errorAt(before.curve, value) + share * errorAt(after.curve, value);
}

/** Ascending, with the mean where several errors belong to one value. */
export function errorCurve(places: ErrorCurve): ErrorCurve {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { value, error } of places) {
    const at = sums.get(value) ?? { sum: 0, count: 0 };
    sums.set(value, { sum: at.sum + error, count: at.count + 1 });
  }
  return [...sums].map(([value, { sum, count }]) => ({ value, error: sum / count })).sort((a, b) => a.value - b.value);
}

type Found = { readonly profile: CalibrationProfile | null };

/** The errors as found of a calibration, at the values that the reference gave; null where it states none. */
export function asFoundCurve({ profile }: Found): ErrorCurve | null {
  const places = (profile?.places ?? []).flatMap(({ reference, error }) =>
    error === null || error === undefined ? [] : [{ value: reference + error, error }]
  );
  return places.length === 0 ? null : errorCurve(places);
}

const NONE: ErrorCurve = [{ value: 0, error: 0 }];

/**
 * What a good calibration leaves: nothing where its curve corrects the errors or where it states none, else the errors that it states,
 * after an adjustment those of the last run.
 */
export function leftCurve(found: Found & { readonly curve: { readonly model: string } | null }): ErrorCurve {
  const { profile, curve } = found;
  if (profile === null || (curve !== null && curve.model !== 'none')) return NONE;
  return asFoundCurve({ profile: profile.left ? { ...profile, places: profile.left } : profile }) ?? NONE;
}

/** More places than this tell nothing more of a curve. */
const MOST_PLACES = 200;

/** By how much the values that an instrument gave after its calibration were wrong, as its calibration computed again shows. */
export function passedOn(
  request: AnalysisRequest,
  recorded: AnalysisResult,
  again: AnalysisResult,
  shifted: AnalysisRequest
): ErrorCurve {
  const corrects = recorded.fit.model !== 'none';
  const step = Math.ceil(request.points.length / MOST_PLACES);
  const places = request.points.flatMap(({ reference }, i) => {
    if (i % step !== 0) return [];
    const [was, is] = [recorded.points[i]?.corrected, again.points[i]?.corrected];
    const now = shifted.points[i]?.reference ?? reference;
    if (!corrects || was === undefined || is === undefined) return [{ value: reference, error: reference - now }];
    return [{ value: was, error: was - is }];
  });
  return errorCurve(places);
}
