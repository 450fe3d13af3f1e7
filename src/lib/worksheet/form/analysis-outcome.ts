/** The outcome of an analysis as data: a result, or the refusal with a partial result if possible. */
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
  /** Only errors as found, while there are too few points for the requested curve. */
  readonly preview: AnalysisResult | null;
  readonly refusal: EngineRefusal | null;
};

/** Computes a request elsewhere; refuses as `analyze` does. */
export type AnalyzeElsewhere = (
  request: AnalysisRequest,
  options: { readonly signal: AbortSignal }
) => Promise<AnalysisResult>;

/** Result, preview or refusal of one request; other exceptions are not caught. */
export function outcomeOf(request: AnalysisRequest): AnalysisOutcome {
  try {
    return { result: analyze(request), preview: null, refusal: null };
  } catch (fault) {
    const refusal = refusalIn(fault);
    return { result: null, preview: request.fit.model === 'none' ? null : previewOf(request), refusal };
  }
}

/** The same, computed by another thread. */
export async function outcomeElsewhere(
  request: AnalysisRequest,
  compute: (request: AnalysisRequest) => Promise<AnalysisResult>
): Promise<AnalysisOutcome> {
  try {
    return { result: await compute(request), preview: null, refusal: null };
  } catch (fault) {
    const refusal = refusalIn(fault);
    if (request.fit.model === 'none') return { result: null, preview: null, refusal };
    const preview = await compute(withoutCurve(request)).catch(nothingIfRefused);
    return { result: null, preview, refusal };
  }
}

/** The same request without a curve; null if that is refused too. */
export function previewOf(request: AnalysisRequest): AnalysisResult | null {
  try {
    return analyze(withoutCurve(request));
  } catch (fault) {
    return nothingIfRefused(fault);
  }
}

function refusalIn(fault: unknown): EngineRefusal {
  if (!(fault instanceof AnalysisRefusal)) throw fault;
  return { code: fault.code, path: fault.path, message: fault.message };
}

function nothingIfRefused(fault: unknown): null {
  if (fault instanceof AnalysisRefusal) return null;
  throw fault;
}

function withoutCurve(request: AnalysisRequest): AnalysisRequest {
  const { conformity, as_found_points: found, verification_points: _check, ...errors } = request;
  const { evaluate_at: _values, inverse_at: _wanted, ...asked } = errors;
  return {
    ...asked,
    points: withoutUncertainties(request.points),
    ...(found ? { as_found_points: withoutUncertainties(found) } : {}),
    fit: { model: 'none' },
    ...(conformity ? { conformity: { ...conformity, judge: 'as_found' as const } } : {})
  };
}

/** Without a fit nothing is weighted. */
const withoutUncertainties = (points: readonly Point[]): readonly Point[] =>
  points.map(({ u_reference: _x, u_measured: _y, ...point }) => point);
