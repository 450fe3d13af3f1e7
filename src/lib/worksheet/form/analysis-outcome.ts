/** One analysis as data: a result, or the refusal with what can be said nevertheless. */
import { analyze } from '#lib/metrology/analyze.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult, Point } from '#lib/metrology/types.ts';

export type EngineRefusal = {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
};
export type AnalysisOutcome = {
  readonly result: AnalysisResult | null;
  /** Errors as found alone, while there are too few points for the curve that was asked for. */
  readonly preview: AnalysisResult | null;
  readonly refusal: EngineRefusal | null;
};

/** Result, preview or refusal of one request; a fault that is no refusal passes. */
export function outcomeOf(request: AnalysisRequest): AnalysisOutcome {
  try {
    return { result: analyze(request), preview: null, refusal: null };
  } catch (fault) {
    if (!(fault instanceof AnalysisRefusal)) throw fault;
    const refusal = { code: fault.code, path: fault.path, message: fault.message };
    return { result: null, preview: request.fit.model === 'none' ? null : previewOf(request), refusal };
  }
}

/** The same request without a curve; null where that is refused too. */
export function previewOf(request: AnalysisRequest): AnalysisResult | null {
  const { conformity, as_found_points: found, verification_points: _check, ...errors } = request;
  const { evaluate_at: _values, inverse_at: _wanted, ...asked } = errors;
  try {
    return analyze({
      ...asked,
      points: withoutUncertainties(request.points),
      ...(found ? { as_found_points: withoutUncertainties(found) } : {}),
      fit: { model: 'none' },
      ...(conformity ? { conformity: { ...conformity, judge: 'as_found' as const } } : {})
    });
  } catch (fault) {
    if (fault instanceof AnalysisRefusal) return null;
    throw fault;
  }
}

/** Without a fit nothing is weighted. */
const withoutUncertainties = (points: readonly Point[]): readonly Point[] =>
  points.map(({ u_reference: _x, u_measured: _y, ...point }) => point);
