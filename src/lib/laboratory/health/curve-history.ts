/** Makes calibrations of one instrument comparable: as found and as left as functions of the indication. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { LEFT_OUT } from '#lib/contracts/health.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';

/** The part of a calibration that health and comparison need. */
export type HealthRecord = Pick<
  CalibrationHeader,
  | 'id'
  | 'version'
  | 'calibration_date'
  | 'voided'
  | 'unit'
  | 'measured_unit'
  | 'conforms'
  | 'curve'
  | 'profile'
  | 'expanded_uncertainty'
  | 'coverage_factor'
  | 'reference_asset_id'
  | 'reference_channel_id'
>;
export type LeftOut = (typeof LEFT_OUT)[number];
type Place = NonNullable<HealthRecord['profile']>['places'][number];

export type Range = { readonly low: number; readonly high: number };
/** A comparable calibration. The three functions accept indications within its range. */
export type Comparable = {
  readonly record: HealthRecord;
  readonly day: number;
  /** Null if only a curve was stated, which has no measured range. */
  readonly range: Range | null;
  readonly found: (measured: number) => number;
  readonly left: (measured: number) => number;
  /** Standard uncertainty of the corrected value. */
  readonly u: (measured: number) => number;
  /** The error as found from the record, interpolated; null if the record has none. */
  readonly statedAsFound: (measured: number) => StatedError | null;
};
export type StatedError = { readonly error: number; readonly expandedUncertainty: number | null };

export const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Oldest first, by date and then by version. Voided ones do not count. */
export const inOrder = <R extends HealthRecord>(records: readonly R[]): R[] =>
  records
    .filter(({ voided }) => voided === null)
    .sort(
      (a, b) =>
        (a.calibration_date < b.calibration_date ? -1 : Number(a.calibration_date > b.calibration_date)) ||
        a.version - b.version
    );

/** A calibration as functions; null if it has neither a curve nor points. */
export function comparable(record: HealthRecord): Comparable | null {
  const { curve, profile } = record;
  if (curve === null) return null;
  const corrects = curve.model !== 'none';
  const places = profile?.places ?? [];
  if (!corrects && places.length === 0) return null;
  const byCurve = (measured: number): number => evaluateCurve(curve, measured);
  const found = corrects && !profile?.adjusted ? byCurve : between(places);
  const stated = (record.expanded_uncertainty ?? 0) / (record.coverage_factor ?? 2);
  return {
    record,
    day: dayOf(record.calibration_date),
    range: profile && rangeOf(profile, corrects),
    found,
    left: corrects ? byCurve : profile?.left ? between(profile.left) : found,
    u: places.length === 0 ? () => stated : uncertaintyBetween(places),
    statedAsFound: statedBetween(places)
  };
}

/** The common range of curve and places; before an adjustment, the as-found run may cover less. */
function rangeOf(
  { low, high, places, left, adjusted }: NonNullable<HealthRecord['profile']>,
  corrects: boolean
): Range {
  const runs = [...(adjusted || !corrects ? [places] : []), ...(left ? [left] : [])];
  return {
    low: Math.max(low, ...runs.map((run) => run[0]?.measured ?? low)),
    high: Math.min(high, ...runs.map((run) => run.at(-1)?.measured ?? high))
  };
}

/**
 * Linear interpolation of the reference over the indication; outside the places, or with only one, the nearest
 * difference.
 */
const between =
  (places: readonly Place[]) =>
  (measured: number): number =>
    measured + interpolated(places, measured, ({ measured: y, reference }) => reference - y);

const uncertaintyBetween =
  (places: readonly Place[]) =>
  (measured: number): number =>
    interpolated(places, measured, ({ u }) => u);

/** Records from before the profile had the error state none. */
const statedBetween = (places: readonly Place[]) => {
  const known = places.length > 0 && places.every(({ error }) => error != null);
  const withU = known && places.every(({ error_uncertainty }) => error_uncertainty != null);
  return (measured: number): StatedError | null =>
    known
      ? {
          error: interpolated(places, measured, ({ error }) => error ?? Number.NaN),
          expandedUncertainty: withU
            ? interpolated(places, measured, ({ error_uncertainty }) => error_uncertainty ?? Number.NaN)
            : null
        }
      : null;
};

function interpolated(places: readonly Place[], at: number, value: (place: Place) => number): number {
  const next = places.findIndex(({ measured }) => measured >= at);
  const [before, after] = [places[next < 0 ? places.length - 1 : next - 1], places[next]];
  if (before === undefined || after === undefined || after.measured === before.measured) {
    const only = after ?? before;
    return only === undefined ? Number.NaN : value(only);
  }
  const share = (at - before.measured) / (after.measured - before.measured);
  return value(before) + share * (value(after) - value(before));
}

/** Why a calibration on its own cannot be compared with others in this unit; null if it can. */
export function unitFault(record: HealthRecord, unit: string | null, measuredUnit: string | null): 'other_unit' | null {
  const differs = (a: string | null, b: string | null): boolean => Boolean(a) && Boolean(b) && a !== b;
  return differs(record.unit, unit) || differs(record.measured_unit, measuredUnit) ? 'other_unit' : null;
}

/** Whether both used the same reference, whose own error then appears in neither the difference nor E_n. */
export const haveCommonReference = (a: HealthRecord, b: HealthRecord): boolean =>
  a.reference_asset_id !== null &&
  a.reference_asset_id === b.reference_asset_id &&
  a.reference_channel_id === b.reference_channel_id;
