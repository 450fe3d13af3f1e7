/** Requests and results as stored in records, by format number. */
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

/** The parts of a record that belong to its analysis. */
export type StoredAnalysis = {
  readonly analysis_request: AnalysisRequest | null;
  readonly result: AnalysisResult | null;
  readonly device_result: AnalysisResult | null;
};

/**
 * The analysis of a record in the current format. Without a number it has format 1: older versions stored none.
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

/** Converts each format of a result to the current one. */
const READERS: { readonly [F in ResultFormat]: (stored: AnalysisResult) => AnalysisResult } = {
  1: (stored) => ({ ...stored, format: 1 })
};

function resultAsStored(stored: AnalysisResult): AnalysisResult {
  return READERS[knownFormat('result', RESULT_FORMATS, stored.format)](stored);
}

/**
 * A request that comes with its result, in the format of the engine that computed it: engines before 3.6.1+2 wrote no
 * number and used the first format.
 */
export function asSent<R extends Pick<AnalysisRequest, 'format'>>(request: R, engine: string): R {
  return request.format === undefined && !engine.includes('+') ? { ...request, format: 1 } : request;
}

/** A request as stored in the record: with the number of the format it was computed in. */
export function toStore(request: AnalysisRequest): AnalysisRequest {
  return { ...request, format: request.format ?? CURRENT_FORMAT };
}

/** A result as stored in the record: with the number of the current format. */
export function resultToStore(result: AnalysisResult): AnalysisResult {
  return { ...result, format: CURRENT_RESULT_FORMAT };
}
