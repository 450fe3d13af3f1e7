/** What the grid shows beside each row: matched by row, so that typing, excluding and refusing never shift a result. */
import { uncertaintyAtLast } from '#lib/laboratory/error-uncertainty.ts';
import { isJudgedOnce } from '../result/judged-moments.ts';
import type { AnalysisResult, Judgement, PointResult, Verdict } from '#lib/metrology/types.ts';
import { absoluteScale, type PlumbScale } from '../result/plumb-scale.ts';
import { fails } from '../charts/correction-picture.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import type { Run } from '#lib/worksheet/rows/form-rows.ts';

export type RowView = {
  readonly error: number | null;
  readonly errorFails: boolean;
  readonly after: number | null;
  readonly afterFails: boolean;
  readonly expanded: number | null;
  readonly found: number | null;
  readonly foundFails: boolean;
  /** The judgement whose limits the row draws. */
  readonly judged: Judgement | null;
  readonly verdict: Verdict | null;
};

const NOTHING: RowView = {
  error: null,
  errorFails: false,
  after: null,
  afterFails: false,
  expanded: null,
  found: null,
  foundFails: false,
  judged: null,
  verdict: null
};

export type GridView = { readonly row: (id: number) => RowView; readonly points: readonly PointResult[] };

/**
 * The views of all rows. `result` may be null while there are too few points; `preview` then gives the errors as found. `rowIds` are
 * those of the request that was answered, `run` is the run that the grid shows.
 */
export function gridView(
  adjusted: boolean,
  run: Run,
  rowIds: Readonly<Record<Run, readonly number[]>>,
  result: AnalysisResult | null,
  preview: AnalysisResult | null
): GridView {
  const shown = result ?? preview;
  if (shown === null) return { row: () => NOTHING, points: [] };
  if (run === 'check') return checkView(result, rowIds.check);
  const left = byRow(shown.points, rowIds.left);
  const found = shown.as_found_points ? byRow(shown.as_found_points, rowIds.found) : left;
  // Each run of an adjusted instrument has its own verdict; otherwise the one that decides stands for both.
  const decides = adjusted ? (run === 'found' ? 'as_found' : 'as_left') : (result?.conformity?.judge ?? 'as_found');
  // Without a correction nothing is after it.
  const once = isJudgedOnce(result, adjusted);
  const row = (id: number): RowView => {
    const after = result === null ? undefined : left.get(id);
    const before = found.get(id);
    const here = run === 'found' ? before : left.get(id);
    if (after === undefined && before === undefined) return NOTHING;
    const asFound = before?.as_found ?? null;
    const asLeft = after?.as_left ?? null;
    return {
      error: here?.error ?? null,
      errorFails: fails(run === 'found' || !adjusted ? asFound : null),
      after: once ? null : (after?.error_after_correction ?? null),
      afterFails: !once && fails(asLeft),
      expanded: after && result ? (uncertaintyAtLast(after, result)?.U ?? null) : null,
      found: before?.error ?? null,
      foundFails: fails(asFound),
      judged: (decides === 'as_found' ? asFound : asLeft) ?? asFound ?? asLeft,
      verdict: (decides === 'as_found' ? asFound?.verdict : asLeft?.verdict) ?? null
    };
  };
  return { row, points: [...shown.points, ...(shown.as_found_points ?? [])] };
}

/** Verification points are judged only after correction; their error before it is not judged. */
function checkView(result: AnalysisResult | null, ids: readonly number[]): GridView {
  const points = result?.verification_points ?? [];
  const known = byRow(points, ids);
  const row = (id: number): RowView => {
    const point = known.get(id);
    if (result === null || point === undefined) return NOTHING;
    return {
      ...NOTHING,
      error: point.error,
      after: point.error_after_correction,
      afterFails: fails(point.as_left),
      expanded: uncertaintyAtLast(point, result)?.U ?? null,
      judged: point.as_left,
      verdict: point.as_left?.verdict ?? null
    };
  };
  return { row, points };
}

function byRow(points: readonly PointResult[], ids: readonly number[]): ReadonlyMap<number, PointResult> {
  const known = new Map<number, PointResult>();
  points.forEach((point, i) => {
    const id = ids[i];
    if (id !== undefined) known.set(id, point);
  });
  return known;
}

/** The scale before the first point: an absolute tolerance is already known. */
export function plannedScale({ tolerance }: CalibrateForm): PlumbScale {
  const limit = (side: 'lower' | 'upper') =>
    tolerance.reduce<number | null>(
      (sum, part) => {
        const value = part.kind === 'absolute' ? parseDecimal(part[side], 'en') : null;
        return sum === null || value === null ? null : sum + value;
      },
      tolerance.length > 0 ? 0 : null
    );
  return absoluteScale(limit('lower'), limit('upper')) ?? { kind: 'free', half: 1 };
}
