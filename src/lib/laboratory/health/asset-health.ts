import type { AssetHealth } from '#lib/contracts/health.ts';
import type { CorrectionCurve, TolerancePart } from '#lib/metrology/types.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';
import { changesOf, stabilityOf } from './changes.ts';
import { common, type Subject } from './compare-history.ts';
import {
  comparable,
  inOrder,
  unitFault,
  type Comparable,
  type HealthRecord,
  type LeftOut,
  type Range
} from './curve-history.ts';
import { bandOf, driftAt, errorSeries, type DriftTerms } from './drifts.ts';
import { recommendInterval } from './recommend-interval.ts';

/** The fields of the instrument or channel on which its health depends. */
export type HealthSubject = Subject & {
  readonly tolerance: readonly TolerancePart[];
  readonly rangeMin: number | null;
  readonly rangeMax: number | null;
  /** The curve of an output signal until a calibration provides another; null if there is no such signal. */
  readonly nominal: CorrectionCurve | null;
  readonly correctionApplied: boolean;
  readonly intervalDays: number | null;
};

const PLACES = 11;
const DEFAULT_INTERVAL_DAYS = 365;

/**
 * The health of an instrument over its calibrations: changes and E_n, stability, drift with its prediction band, interval. The
 * server answers it, a device computes the same from the headers that it holds.
 *
 * On a grid over the indications that all of them have measured; the newest decide which those are. Fewer than two that can be
 * compared: `insufficient_history`, and what is known all the same. Voided ones count nowhere. Source: metrology.md §7.
 */
export function assetHealth(records: readonly HealthRecord[], subject: HealthSubject): AssetHealth {
  const { taking, leftOut } = choose(records, subject);
  const ranges = taking.flatMap(({ range }) => range ?? []);
  const range = ranges.length === 0 ? null : common(ranges);
  const grid = range === null ? [] : gridOver(range.low, range.high);
  const history = grid.length === 0 ? [] : taking;
  const terms = termsOf(subject);
  const series = grid.map((measured) => errorSeries(history, measured, terms));
  const found = series.flatMap((one) => {
    const drift = driftAt(history, one, terms);
    return drift === null ? [] : [{ drift, series: one }];
  });
  const worst = found.reduce<(typeof found)[number] | null>(
    (best, one) => (best === null || isWorse(one, best) ? one : best),
    null
  );
  const shown = worst?.series ?? series[Math.floor(series.length / 2)];
  const changes = changesOf(history, grid);
  return {
    asset: subject.asset,
    channel_id: subject.channelId,
    unit: subject.unit,
    measured_unit: subject.measuredUnit,
    insufficient_history: history.length < 2,
    calibrations: inOrder(records).map((record) => {
      const at = history.findIndex((of) => of.record.id === record.id);
      const u = at < 0 ? undefined : shown?.us[at];
      return {
        id: record.id,
        version: record.version,
        calibration_date: record.calibration_date,
        left_out: leftOut.get(record.id) ?? null,
        adjusted: record.profile?.adjusted ?? false,
        as_found: record.profile?.as_found ?? null,
        as_left: record.profile?.as_left ?? null,
        conforms: record.conforms,
        error: shown?.errors[at] ?? null,
        expanded_uncertainty: u === undefined ? null : 2 * u,
        ...asFoundAt(at < 0 || shown === undefined ? null : (history[at] ?? null), shown?.measured ?? 0, at, terms)
      };
    }),
    range,
    grid,
    changes,
    stability: stabilityOf(changes, grid),
    error_kind: terms.corrected ? 'corrected' : terms.nominal === null ? 'indication' : 'nominal',
    drifts: found.map(({ drift }) => drift.at),
    drift: worst === null ? null : bandOf(worst.drift, history, worst.series, terms),
    interval: recommendInterval(records, history, series, subject.intervalDays)
  };
}

/**
 * In the first calibration, an output signal is as found with its nominal characteristic, even if the record does not
 * say so.
 */
const asFoundAt = (of: Comparable | null, measured: number, at: number, { nominal }: DriftTerms) => {
  const stated = of?.statedAsFound(measured) ?? null;
  const byNominal =
    at === 0 && nominal !== null && of !== null ? evaluateCurve(nominal, measured) - of.found(measured) : null;
  return {
    error_as_found: stated?.error ?? byNominal,
    expanded_uncertainty_as_found: stated?.expandedUncertainty ?? null
  };
};

/** From the newest backwards, as long as they have a common range; the others are listed with the reason. */
function choose(records: readonly HealthRecord[], { unit, measuredUnit }: HealthSubject) {
  const leftOut = new Map<string, LeftOut>();
  const taking: Comparable[] = [];
  let range = null as Range | null;
  for (const record of inOrder(records).reverse()) {
    const of = comparable(record);
    const fault = unitFault(record, unit, measuredUnit) ?? (of === null ? 'no_curve' : null);
    if (of === null || fault !== null) {
      leftOut.set(record.id, fault ?? 'no_curve');
      continue;
    }
    const next: Range | null = of.range === null ? range : common(range === null ? [of.range] : [range, of.range]);
    if (of.range !== null && next === null) leftOut.set(record.id, 'other_range');
    else {
      range = next;
      taking.unshift(of);
    }
  }
  if (range === null) for (const { record } of taking) leftOut.set(record.id, 'no_range');
  const [low, high] = [range?.low ?? 0, range?.high ?? 0];
  const defined = taking.filter((of) =>
    [low, high].every((y) => Number.isFinite(of.left(y)) && Number.isFinite(of.found(y)))
  );
  for (const of of taking) if (range !== null && !defined.includes(of)) leftOut.set(of.record.id, 'other_range');
  return { taking: defined, leftOut };
}

function termsOf({
  tolerance,
  nominal: line,
  rangeMin,
  rangeMax,
  correctionApplied,
  unit,
  measuredUnit,
  intervalDays
}: HealthSubject): DriftTerms {
  const sameUnit = measuredUnit === null || unit === measuredUnit;
  const nominal = sameUnit ? null : line;
  const span = rangeMin === null || rangeMax === null ? undefined : rangeMax - rangeMin;
  const known = span !== undefined || tolerance.every(({ kind }) => kind !== 'percent_of_span');
  return {
    tolerance: known ? tolerance : [],
    span,
    nominal,
    corrected: correctionApplied || (!sameUnit && nominal === null),
    intervalDays: intervalDays ?? DEFAULT_INTERVAL_DAYS
  };
}

type WithDrift = { readonly drift: NonNullable<ReturnType<typeof driftAt>> };

/**
 * The place that leaves the tolerance first; if none does, the one with the greatest risk, or without limits, the
 * greatest drift.
 */
function isWorse({ drift: { at: a } }: WithDrift, { drift: { at: b } }: WithDrift): boolean {
  if (a.leaves_tolerance_on !== b.leaves_tolerance_on) {
    return (
      b.leaves_tolerance_on === null ||
      (a.leaves_tolerance_on !== null && a.leaves_tolerance_on < b.leaves_tolerance_on)
    );
  }
  return (a.risk ?? 0) === (b.risk ?? 0) ? Math.abs(a.per_year) > Math.abs(b.per_year) : (a.risk ?? 0) > (b.risk ?? 0);
}

const gridOver = (low: number, high: number): number[] =>
  high === low
    ? [low]
    : Array.from({ length: PLACES }, (_, i) => (i === PLACES - 1 ? high : low + ((high - low) * i) / (PLACES - 1)));
