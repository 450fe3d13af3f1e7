/** Requests and results as records hold them, by the numbers of their formats. */
import { knownFormat } from './newer-format.ts';
import {
  CURRENT_FORMAT,
  CURRENT_RESULT_FORMAT,
  REQUEST_FORMATS,
  RESULT_FORMATS,
  type AnalysisRequest,
  type AnalysisResult,
  type ResultFormat
} from './types.ts';

/** What a record holds of an analysis. */
export type StoredAnalysis = {
  readonly analysis_request: AnalysisRequest | null;
  readonly result: AnalysisResult | null;
  readonly device_result: AnalysisResult | null;
};

/**
 * The analysis of a record in today's form. What has no number was stored before there were any, and is of format 1.
 *
 * @throws NewerFormat
 */
export function asStored<A extends StoredAnalysis>(stored: A): A {
  const { analysis_request: request, result, device_result } = stored;
  return {
    ...stored,
    analysis_request: request && { ...request, format: knownFormat('request', REQUEST_FORMATS, request.format) },
    result: result && resultAsStored(result),
    device_result: device_result && resultAsStored(device_result)
  };
}

/** From each format of a result to today's. */
const READERS: { readonly [F in ResultFormat]: (stored: AnalysisResult) => AnalysisResult } = {
  1: (stored) => ({ ...stored, format: 1 })
};

function resultAsStored(stored: AnalysisResult): AnalysisResult {
  return READERS[knownFormat('result', RESULT_FORMATS, stored.format)](stored);
}

/**
 * A request that comes with its result, with the format that its author's engine meant: those before 3.6.1+2 knew no number, and meant
 * the first.
 */
export function asSent<R extends Pick<AnalysisRequest, 'format'>>(request: R, engine: string): R {
  return request.format === undefined && !engine.includes('+') ? { ...request, format: 1 } : request;
}

/** A request as it goes into the record: with the number of the format that it was computed by. */
export function toStore(request: AnalysisRequest): AnalysisRequest {
  return { ...request, format: request.format ?? CURRENT_FORMAT };
}

/** A result as it goes into the record: with the number of the form that engines of today give it. */
export function resultToStore(result: AnalysisResult): AnalysisResult {
  return { ...result, format: CURRENT_RESULT_FORMAT };
}
