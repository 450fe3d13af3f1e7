/** Calibrations of one instrument made comparable: what each found and what it left, as functions of the indication. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { LEFT_OUT } from '#lib/contracts/health.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';

/** As much of a calibration as health and comparison need. */
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
/** One calibration that can be compared. The three functions answer for an indication of its range. */
export type Comparable = {
  readonly record: HealthRecord;
  readonly day: number;
  /** Null where only a curve was stated: it says nothing of what was measured. */
  readonly range: Range | null;
  readonly found: (measured: number) => number;
  readonly left: (measured: number) => number;
  /** Standard uncertainty of the corrected value. */
  readonly u: (measured: number) => number;
  /** The error as found that the record states, between its places; null where it states none. */
  readonly statedAsFound: (measured: number) => StatedError | null;
};
export type StatedError = { readonly error: number; readonly expandedUncertainty: number | null };

export const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Oldest first, by date and then by version. Voided ones count nowhere. */
export const inOrder = <R extends HealthRecord>(records: readonly R[]): R[] =>
  records
    .filter(({ voided }) => voided === null)
    .sort(
      (a, b) =>
        (a.calibration_date < b.calibration_date ? -1 : Number(a.calibration_date > b.calibration_date)) ||
        a.version - b.version
    );

/** A calibration as functions; null for one that has neither a curve nor points. */
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

/** What curve and places have in common; after an adjustment the run as found may have covered less. */
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

/** Straight lines of the reference over the indication; beyond the places, and for a single one, the nearest difference. */
const between =
  (places: readonly Place[]) =>
  (measured: number): number =>
    measured + interpolated(places, measured, ({ measured: y, reference }) => reference - y);

const uncertaintyBetween =
  (places: readonly Place[]) =>
  (measured: number): number =>
    interpolated(places, measured, ({ u }) => u);

/** Records of before the error stood in the profile state none. */
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

/** Why a calibration cannot be compared with others in this unit; null where it can, for all that is known of it alone. */
export function unitFault(record: HealthRecord, unit: string | null, measuredUnit: string | null): 'other_unit' | null {
  const differs = (a: string | null, b: string | null): boolean => Boolean(a) && Boolean(b) && a !== b;
  return differs(record.unit, unit) || differs(record.measured_unit, measuredUnit) ? 'other_unit' : null;
}

/** Whether both stand on one reference, whose own error shows in neither difference nor E_n. */
export const haveCommonReference = (a: HealthRecord, b: HealthRecord): boolean =>
  a.reference_asset_id !== null &&
  a.reference_asset_id === b.reference_asset_id &&
  a.reference_channel_id === b.reference_channel_id;
