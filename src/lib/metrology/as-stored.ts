import { CURRENT_FORMAT, type AnalysisRequest } from './types.ts';

/** A request of the record with the format that it means: one without a number was stored before there were any. */
export function asStored(request: AnalysisRequest): AnalysisRequest {
  return { ...request, format: request.format ?? 1 };
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
