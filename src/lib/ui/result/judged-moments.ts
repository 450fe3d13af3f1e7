/** The moments that a verdict is given for. */
import type { AnalysisResult, Verdict } from '#lib/metrology/types.ts';

/** What is neither corrected nor adjusted is judged once, as found: its certificate says nothing of “after correction” either. */
export const isJudgedOnce = (result: Pick<AnalysisResult, 'fit'> | null, adjusted: boolean): boolean =>
  !adjusted && result?.fit.model === 'none';

export type JudgedMoment = {
  readonly moment: 'as_found' | 'after_correction' | 'as_left';
  readonly verdict: Verdict | null;
};

/** The verdicts in their order; `preview` has the errors as found while there are too few points for a curve. */
export function judgedMoments(
  result: AnalysisResult | null,
  preview: AnalysisResult | null,
  adjusted: boolean
): readonly JudgedMoment[] {
  const found: JudgedMoment = {
    moment: 'as_found',
    verdict: (result ?? preview)?.conformity?.as_found ?? null
  };
  if (isJudgedOnce(result, adjusted)) return [found];
  return [found, { moment: adjusted ? 'as_left' : 'after_correction', verdict: result?.conformity?.as_left ?? null }];
}
