/** What the charts of a calibration draw, in its own units, before anything is put on paper. */
import { leavesOutCurve } from '#lib/laboratory/error-uncertainty.ts';
import { judgedCorrection } from '#lib/laboratory/judged-correction.ts';
import { sampleCurve } from '#lib/metrology/uncertainty/sample-curve.ts';
import type { AnalysisResult, Judgement, PointResult } from '#lib/metrology/types.ts';

const SAMPLES = 81;
/** More marks than this cannot be told apart, and every one is an element of the page. */
const MOST_MARKS = 400;

export type Mark = { readonly measured: number; readonly value: number; readonly fails: boolean };
export type BandSample = {
  readonly measured: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
};
export type LimitSample = {
  readonly measured: number;
  /** Where the judged error is zero: not at zero if it was judged with a correction in force. */
  readonly middle: number;
  readonly tolerance: readonly [number | null, number | null];
  readonly acceptance: readonly [number | null, number | null];
};

export type CorrectionPicture = {
  /** f(y) − y, or f(y) itself where indication and reference have different units. */
  readonly kind: 'correction' | 'curve';
  /** The lowest and the highest indication. */
  readonly range: readonly [number, number];
  /** The curve; empty if it has no value somewhere in the range. */
  readonly line: readonly { readonly measured: number; readonly value: number }[];
  /** The curve ± U; empty without a line, or if the uncertainty of the curve is not known. */
  readonly band: readonly BandSample[];
  /** The correction found at each point, x − y (or x); a point whose error as found fails is marked. */
  readonly marks: readonly Mark[];
  /** Limits of the correction: those of the error with the sign turned, about `middle`. Empty without a tolerance. */
  readonly limits: readonly LimitSample[];
  /** The guard bands leave nothing between them at some point: no error at all would be accepted there. */
  readonly noAcceptance: boolean;
};

const failing = (mark: Mark) => mark.fails;

/** The picture of the correction curve with its band of expanded uncertainty, sampled over the indications. */
export function correctionPicture(result: AnalysisResult, sameUnit: boolean): CorrectionPicture {
  const found = result.as_found_points ?? result.points;
  const indications = [...result.points, ...found].map((point) => point.measured);
  const low = indications.reduce((a, b) => Math.min(a, b));
  const high = indications.reduce((a, b) => Math.max(a, b));
  const base = (measured: number) => (sameUnit ? measured : 0);
  const sampled = sampleCurve(result, low, high, SAMPLES);
  // A formula may have no value somewhere between its points, which are then drawn alone.
  const samples = sampled.every(({ corrected }) => Number.isFinite(corrected)) ? sampled : [];
  const line = samples.map(({ measured, corrected, expanded_uncertainty: U }) => {
    const value = corrected - base(measured);
    return { measured, value, low: value - U, high: value + U };
  });
  const marks = found.map((point) => ({
    measured: point.measured,
    value: point.reference - base(point.measured),
    fails: fails(point.as_found)
  }));
  return {
    kind: sameUnit ? 'correction' : 'curve',
    range: [low, high],
    line,
    band: leavesOutCurve(result) ? [] : line,
    marks: thinned(marks),
    limits: sameUnit ? thinned(limitsOf(found)) : [],
    noAcceptance: sameUnit && found.some((point) => isEmptyZone(point.as_found ?? point.as_left))
  };
}

/** Every n-th of a long list and its last; up to as many again that `keeps` asks for. */
function thinned<T>(list: readonly T[], keeps: (entry: T) => boolean = () => false): readonly T[] {
  if (list.length <= MOST_MARKS) return list;
  const step = Math.ceil(list.length / MOST_MARKS);
  let kept = 0;
  return list.filter(
    (entry, i) => i % step === 0 || i === list.length - 1 || (keeps(entry) && (kept += 1) <= MOST_MARKS)
  );
}

/** Are the limits of acceptance the wrong way round, as a guard band wider than the tolerance turns them? */
const isEmptyZone = (judged: Judgement | null): boolean =>
  judged !== null &&
  judged.acceptance_lower !== null &&
  judged.acceptance_upper !== null &&
  judged.acceptance_lower > judged.acceptance_upper;

function limitsOf(points: readonly PointResult[]): readonly LimitSample[] {
  return points
    .flatMap((point) => {
      const judged = point.as_found ?? point.as_left;
      if (judged === null) return [];
      const middle = judgedCorrection(point, judged);
      const turned = (limit: number | null) => (limit === null ? null : middle - limit);
      return {
        measured: point.measured,
        middle,
        tolerance: [turned(judged.upper), turned(judged.lower)] as const,
        // A zone that holds nothing has no lines: they would stand outside each other, and outside the tolerance.
        acceptance: isEmptyZone(judged)
          ? ([null, null] as const)
          : ([turned(judged.acceptance_upper), turned(judged.acceptance_lower)] as const)
      };
    })
    .sort((a, b) => a.measured - b.measured);
}

/** True where a judgement says that the limit was passed. */
export function fails(judged: Judgement | null): boolean {
  return judged !== null && (judged.verdict === 'fail' || judged.verdict === 'conditional_fail');
}

/** A limit as text: `±0.30` where both sides mirror each other, else signed. `written` is its size in words. */
export function limitName(
  limit: LimitSample | undefined,
  kind: 'tolerance' | 'acceptance',
  written: (size: number) => string
): string {
  const [low = null, high = null] = limit?.[kind].map((value) => (value === null ? null : value - limit.middle)) ?? [];
  if (high === null) return '';
  const mirrored = low !== null && Math.abs(low + high) <= 1e-9 * Math.abs(high);
  return `${high < 0 ? '−' : mirrored ? '±' : '+'}${written(Math.abs(high))}`;
}

export type ResidualPicture = {
  /** x − f(y) at each point: for diagnostics, never compared with limits. */
  readonly marks: readonly Mark[];
  /** The same at the points that verify the curve; they are not residuals, since nothing was fitted to them. */
  readonly checks: readonly Mark[];
  readonly band: readonly BandSample[];
  readonly largest: number;
};

/** The residuals of the fit inside the band ± U. */
export function residualPicture(result: AnalysisResult): ResidualPicture {
  const markOf = ({ measured, residual, as_left }: PointResult): Mark => ({
    measured,
    value: residual,
    fails: fails(as_left)
  });
  const marks = result.points.map(markOf);
  const checks = (result.verification_points ?? []).map(markOf);
  const band = [...result.points]
    .sort((a, b) => a.measured - b.measured)
    .map(({ measured, expanded_uncertainty: U }) => ({ measured, value: 0, low: -U, high: U }));
  const largest = marks.reduce((worst, mark) => (Math.abs(mark.value) > Math.abs(worst) ? mark.value : worst), 0);
  return { marks: thinned(marks, failing), checks: thinned(checks, failing), band: thinned(band), largest };
}
