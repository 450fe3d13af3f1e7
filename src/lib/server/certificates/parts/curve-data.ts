import { leavesOutCurve } from '#lib/laboratory/error-uncertainty.ts';
import { judgedCorrection } from '#lib/laboratory/judged-correction.ts';
import { statedCurve } from '#lib/laboratory/stored-curve.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';
import type { AnalysisResult, Judgement, PointResult } from '#lib/metrology/types.ts';
import { sampleCurve } from '#lib/metrology/uncertainty/sample-curve.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { ChartPoint } from '../document/blocks.ts';

/** What the chart shows against the indication: the correction, the error that remains after it, or the error itself. */
export type CurveView = 'correction' | 'corrected_error' | 'error';
export type Limit = { readonly points: readonly ChartPoint[]; readonly constant: number | null };
export type CurveData = {
  readonly view: CurveView;
  readonly low: number;
  readonly high: number;
  readonly line: readonly ChartPoint[];
  readonly bandLower: readonly ChartPoint[];
  readonly bandUpper: readonly ChartPoint[];
  readonly good: readonly ChartPoint[];
  readonly bad: readonly ChartPoint[];
  readonly tolerance: readonly Limit[];
  readonly acceptance: readonly Limit[];
};

const SAMPLES = 121;

/** Null if there is nothing to draw. */
export function curveData(facts: CertificateFacts, sameUnit: boolean): CurveData | null {
  return facts.result ? ofResult(facts.result, sameUnit) : ofCurveOnly(facts, sameUnit);
}

function ofResult(result: AnalysisResult, sameUnit: boolean): CurveData | null {
  const view = result.fit.model === 'none' ? 'error' : sameUnit ? 'correction' : 'corrected_error';
  const adjusted = result.as_found_points !== undefined;
  const points = [...result.points].sort((a, b) => a.measured - b.measured);
  const [low, high] = [points[0]?.measured, points.at(-1)?.measured];
  if (low === undefined || high === undefined) return null;
  const sampled = high > low ? sampleCurve(result, low, high, SAMPLES) : [];
  // A formula may have no value somewhere between its points, which are then drawn alone.
  const samples = sampled.every(({ corrected }) => Number.isFinite(corrected)) ? sampled : [];
  const banded = leavesOutCurve(result) ? [] : samples;
  const center = (sample: (typeof samples)[number]) => (view === 'correction' ? sample.corrected - sample.measured : 0);
  const markers = points.map((point) => ({ point, at: [point.measured, valueOf(point, view, adjusted)] as const }));
  const drawn = markers.flatMap(({ point, at: [x, y] }) =>
    y === null ? [] : [{ at: [x, y] as const, bad: fails(judgementOf(point, view)) }]
  );
  return {
    view,
    low,
    high,
    // Errors scatter about zero, which the grid shows; only a correction is a curve.
    line: view === 'correction' ? samples.map((sample) => [sample.measured, center(sample)]) : [],
    bandLower: banded.map((sample) => [sample.measured, center(sample) - sample.expanded_uncertainty]),
    bandUpper: banded.map((sample) => [sample.measured, center(sample) + sample.expanded_uncertainty]),
    good: drawn.filter((marker) => !marker.bad).map((marker) => marker.at),
    bad: drawn.filter((marker) => marker.bad).map((marker) => marker.at),
    tolerance: limits(points, view, (judgement) => [judgement.lower, judgement.upper]),
    acceptance: limits(points, view, (judgement) =>
      acceptsNothing(judgement)
        ? [null, null]
        : [differs(judgement.acceptance_lower, judgement.lower), differs(judgement.acceptance_upper, judgement.upper)]
    )
  };
}

/** A curve without points is drawn over the instrument's range with its single uncertainty. */
function ofCurveOnly(facts: CertificateFacts & { readonly result: null }, sameUnit: boolean): CurveData | null {
  const { model, expanded_uncertainty: u } = facts.coefficientsOnly;
  const { range_min: low, range_max: high } = facts.context.measuring;
  if (model === 'none' || !sameUnit || low === null || high === null || !(high > low)) return null;
  const curve = statedCurve(facts.coefficientsOnly, facts.context.measuring.unit);
  const line = Array.from({ length: SAMPLES }, (_, index): ChartPoint => {
    const measured = low + ((high - low) * index) / (SAMPLES - 1);
    return [measured, evaluateCurve(curve, measured) - measured];
  });
  // A formula may end within the range of the instrument.
  if (!line.every(([, correction]) => Number.isFinite(correction))) return null;
  const band = (sign: number) => line.map(([x, y]): ChartPoint => [x, y + sign * u]);
  const empty = { good: [], bad: [], tolerance: [], acceptance: [] };
  return { view: 'correction', low, high, line, bandLower: band(-1), bandUpper: band(1), ...empty };
}

/** After an adjustment the error is the one left, without the correction that was in force before. */
function valueOf(point: PointResult, view: CurveView, adjusted: boolean): number | null {
  if (view === 'correction') return point.reference - point.measured;
  return view === 'error' && !adjusted
    ? (point.error ?? point.error_after_correction)
    : (point.error_after_correction ?? -point.residual);
}

/** After an adjustment the errors themselves are judged as left. */
function judgementOf(point: PointResult, view: CurveView): Judgement | null {
  if (view === 'corrected_error') return point.as_left;
  return view === 'error' ? (point.as_found ?? point.as_left) : point.as_found;
}

/** Without a guard band acceptance and tolerance are one line. */
function differs(acceptance: number | null, limit: number | null): number | null {
  return acceptance === limit ? null : acceptance;
}

/** A guard band wider than the tolerance leaves no error to accept: its limits have changed places. */
const acceptsNothing = ({ acceptance_lower: lower, acceptance_upper: upper }: Judgement): boolean =>
  lower !== null && upper !== null && lower > upper;

function fails(judgement: Judgement | null): boolean {
  return judgement?.verdict === 'fail' || judgement?.verdict === 'conditional_fail';
}

/** Limits apply to errors; a correction is an error with the opposite sign, so they are mirrored for it, about a correction in force. */
function limits(
  points: readonly PointResult[],
  view: CurveView,
  pick: (judgement: Judgement) => readonly [number | null, number | null]
): readonly Limit[] {
  const judged = points.filter((point) => judgementOf(point, view) !== null).length;
  return [0, 1].flatMap((side) => {
    const line = points.flatMap((point): ChartPoint[] => {
      const judgement = judgementOf(point, view);
      const limit = judgement === null ? null : (pick(judgement)[side] ?? null);
      if (judgement === null || limit === null) return [];
      return [[point.measured, view === 'correction' ? judgedCorrection(point, judgement) - limit : limit]];
    });
    const first = line[0];
    if (!first) return [];
    // A line over all of the range is one of all points.
    const constant =
      line.length === judged && line.every(([, y]) => Math.abs(y - first[1]) <= 1e-9 * Math.abs(first[1]));
    return [{ points: line, constant: constant ? first[1] : null }];
  });
}
