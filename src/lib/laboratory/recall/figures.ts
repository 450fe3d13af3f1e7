/** What of a calibration a recall compares: as it was recorded, and computed again. */
import { judge } from '#lib/metrology/conformity/judge.ts';
import { conforms as isConforming } from '#lib/metrology/conformity/overall.ts';
import {
  VERDICTS,
  type AnalysisRequest,
  type AnalysisResult,
  type Judgement,
  type PointResult,
  type Verdict
} from '#lib/metrology/types.ts';

export type RecallFigures = {
  /** At the point that decides, and where that is. */
  readonly error: number | null;
  readonly at: number | null;
  readonly expanded_uncertainty: number | null;
  readonly as_found: Verdict | null;
  readonly as_left: Verdict | null;
  readonly conforms: boolean | null;
  /** Probability that the error at the point that decides lies outside its tolerance. */
  readonly risk: number | null;
};

type Judged = { readonly at: number; readonly judgement: Judgement };
type Run = 'as_found' | 'as_left';

const judgedIn = (result: AnalysisResult, run: Run): Judged[] =>
  [...result.points, ...(result.as_found_points ?? []), ...(result.verification_points ?? [])].flatMap((point) => {
    const judgement = point[run];
    return judgement === null ? [] : [{ at: point.reference, judgement }];
  });

const worstOf = (judged: readonly Judged[]): Judged | null =>
  judged.reduce<Judged | null>(
    (worst, one) => (worst === null || isWorse(one.judgement, worst.judgement) ? one : worst),
    null
  );

/** The severer verdict, then the smaller probability of conformity, then the larger error. */
function isWorse(a: Judgement, b: Judgement): boolean {
  const severity = VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict);
  if (severity !== 0) return severity > 0;
  const likelier = b.probability_of_conformity - a.probability_of_conformity;
  return likelier === 0 ? Math.abs(a.value) > Math.abs(b.value) : likelier > 0;
}

/** What was recorded: the verdicts as they were stated. */
export function recordedFigures(result: AnalysisResult): RecallFigures {
  const { conformity } = result;
  const [found, left] = [worstOf(judgedIn(result, 'as_found')), worstOf(judgedIn(result, 'as_left'))];
  return {
    ...deciding(result, conformity?.judge ?? 'as_found', found, left),
    as_found: conformity?.as_found ?? null,
    as_left: conformity?.as_left ?? null,
    conforms: conformity?.conforms ?? null
  };
}

/**
 * The same with reference values as they truly were. The errors as found come from the analysis made again. A curve that was issued
 * stays the one the instrument is used with, so the errors after correction are those of that curve, each judged with the uncertainty
 * that was stated for it.
 */
export function figuresAgain(shifted: AnalysisRequest, recorded: AnalysisResult, again: AnalysisResult): RecallFigures {
  const found = worstOf(judgedIn(again, 'as_found'));
  const left = worstOf(recorded.fit.model === 'none' ? judgedIn(again, 'as_left') : withIssuedCurve(shifted, recorded));
  const by = recorded.conformity?.judge ?? 'as_found';
  const verdicts = {
    as_found: recorded.conformity?.as_found === null ? null : (found?.judgement.verdict ?? null),
    as_left: recorded.conformity?.as_left === null ? null : (left?.judgement.verdict ?? null)
  };
  return { ...deciding(again, by, found, left), ...verdicts, conforms: isConforming(verdicts[by]) };
}

function deciding(result: AnalysisResult, by: Run, found: Judged | null, left: Judged | null) {
  const worst = by === 'as_left' ? left : found;
  if (worst !== null) {
    const { value, expanded_uncertainty, probability_of_conformity: p } = worst.judgement;
    return { error: value, at: worst.at, expanded_uncertainty, risk: 1 - p };
  }
  const largest = (result.as_found_points ?? result.points).reduce<PointResult | null>(
    (most, point) => (point.error === null || Math.abs(point.error) <= Math.abs(most?.error ?? 0) ? most : point),
    null
  );
  return {
    error: largest?.error ?? null,
    at: largest?.reference ?? null,
    expanded_uncertainty: result.expanded_uncertainty,
    risk: null
  };
}

function withIssuedCurve(shifted: AnalysisRequest, recorded: AnalysisResult): Judged[] {
  const { conformity } = shifted;
  if (conformity === undefined) return [];
  return (['points', 'verification_points'] as const).flatMap((run) =>
    (recorded[run] ?? []).flatMap((point, i) => {
      const at = shifted[run]?.[i]?.reference;
      if (point.as_left === null || at === undefined) return [];
      const { value, k, expanded_uncertainty: expanded } = point.as_left;
      const stated = { combined: expanded / k, freedom: point.nu_eff ?? Infinity, beta: null, probability: 0.95, k };
      const spread = { ...stated, expanded, expanded95: expanded };
      const judgement = judge(conformity, value + point.reference - at, at, spread);
      return judgement === null ? [] : [{ at, judgement }];
    })
  );
}
