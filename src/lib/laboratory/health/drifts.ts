import type { AssetHealth } from '#lib/contracts/health.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';
import { limitsAt, type Limits } from '#lib/metrology/conformity/limits.ts';
import { studentUpperQuantile } from '#lib/metrology/distributions/student-t.ts';
import { driftOf, firstDayOutside, type Drift } from '#lib/metrology/health/drift.ts';
import type { CorrectionCurve, TolerancePart } from '#lib/metrology/types.ts';
import { dateOf, type Comparable } from './curve-history.ts';

/** Determines how an error is judged, and until when. */
export type DriftTerms = {
  readonly tolerance: readonly TolerancePart[];
  readonly span: number | undefined;
  /**
   * The line from an output signal to its value if it is used without a correction; null: the indication is the value.
   */
  readonly nominal: CorrectionCurve | null;
  /** Whether the instrument is used with the curve of its last calibration. */
  readonly corrected: boolean;
  readonly intervalDays: number;
};

/**
 * The error at one place as if the instrument had never been adjusted, ending at the last calibration's as-left error.
 */
export type ErrorSeries = {
  readonly measured: number;
  readonly errors: readonly number[];
  readonly us: readonly number[];
  readonly limits: Limits | null;
};

const DAYS_A_YEAR = 365.25;
/** Predictions further ahead are meaningless. */
const HORIZON_DAYS = 20 * DAYS_A_YEAR;
const SAMPLES = 25;
/** With one degree of freedom, a 95 % band is 13 times its standard uncertainty wide, too wide for a prediction. */
const LEAST_FREEDOM_TO_PREDICT = 2;
const PREDICTED = 0.95;

/** The series at one indication. Earlier values are shifted by each adjustment, so that only drift remains. */
export function errorSeries(history: readonly Comparable[], measured: number, terms: DriftTerms): ErrorSeries {
  const last = history.at(-1);
  const values: number[] = [];
  let value = 0;
  history.forEach((of, i) => {
    const before = history[i - 1];
    if (before !== undefined) value += of.found(measured) - before.left(measured);
    values.push(value);
  });
  const left = last?.left(measured) ?? Number.NaN;
  const used = terms.nominal === null ? measured : evaluateCurve(terms.nominal, measured);
  const base = terms.corrected ? 0 : used - left;
  const limits = terms.tolerance.length === 0 ? null : limitsAt(terms.tolerance, left, terms.span);
  return { measured, errors: values.map((x) => base + value - x), us: history.map(({ u }) => u(measured)), limits };
}

type DriftAt = AssetHealth['drifts'][number];

/** The drift of a series and its prediction; null for fewer than three dates. */
export function driftAt(
  history: readonly Comparable[],
  series: ErrorSeries,
  terms: DriftTerms
): { readonly at: DriftAt; readonly drift: Drift; readonly first: number } | null {
  const first = history[0]?.day ?? 0;
  const last = (history.at(-1)?.day ?? 0) - first;
  if (new Set(history.map(({ day }) => day)).size < 3 || !series.us.every((u) => u > 0)) return null;
  const drift = driftOf(
    history.map(({ day }, i) => ({ day: day - first, error: series.errors[i] ?? 0, u: series.us[i] ?? 0 }))
  );
  if (drift === null) return null;
  const limits = drift.freedom < LEAST_FREEDOM_TO_PREDICT ? null : series.limits;
  const leaves = limits && firstDayOutside(drift, limits, last, last + HORIZON_DAYS);
  const at = {
    measured: series.measured,
    per_year: drift.perDay * DAYS_A_YEAR,
    expanded_uncertainty_per_year:
      studentUpperQuantile(0.5 * (1 - PREDICTED), drift.freedom) * drift.uPerDay * DAYS_A_YEAR,
    significance: drift.significance,
    leaves_tolerance_on: leaves === null ? null : dateOf(Math.ceil(first + leaves)),
    risk: limits && drift.probabilityOutside(last + terms.intervalDays, limits)
  };
  return { at, drift, first };
}

/** The prediction band from the first calibration to well beyond the next one, for a chart. */
export function bandOf(
  { drift, first, at }: NonNullable<ReturnType<typeof driftAt>>,
  history: readonly Comparable[],
  series: ErrorSeries,
  terms: DriftTerms
): NonNullable<AssetHealth['drift']> {
  const last = history.at(-1)?.day ?? first;
  const until = last + 2 * terms.intervalDays - first;
  const days = new Set(Array.from({ length: SAMPLES }, (_, i) => Math.round((until * i) / (SAMPLES - 1))));
  const drawn = drift.freedom < LEAST_FREEDOM_TO_PREDICT ? [] : [...days];
  const band = drawn.map((day) => {
    const { value, expanded } = drift.predict(day);
    return { date: dateOf(first + day), error: value, expanded_uncertainty: expanded };
  });
  return { ...at, degrees_of_freedom: drift.freedom, limits: series.limits, band };
}
