import { modelOf } from '#lib/metrology/models/table.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';

/** Requests with at most this many points and no trials take milliseconds, as long as sending them to a thread. */
const MOST_POINTS_HERE = 1000;
/** The same for models with a search from several starts, and for guard bands with a search for each point. */
const MOST_POINTS_OF_A_SEARCH = 50;
/** This many times as much still takes less than a second. */
const SOON = 20;
const TRIALS_SOON = 200_000;
const BYTES_SOON = 2 * 1024 * 1024;

/** Whether computing a request is faster than sending it to a thread. */
export const isShort = (request: AnalysisRequest): boolean =>
  request.uncertainty.monte_carlo === undefined && countOf(request) <= mostOf(request);

/** Whether a request is expected to take a second at most. */
export function isSoonDone(request: AnalysisRequest): boolean {
  const trials = request.uncertainty.monte_carlo?.trials ?? 0;
  return trials !== 'adaptive' && trials <= TRIALS_SOON && countOf(request) <= SOON * mostOf(request);
}

/** The same for a request that has not been parsed yet. */
export const isSoonRead = (text: Uint8Array): boolean => text.byteLength <= BYTES_SOON;

function countOf(request: AnalysisRequest): number {
  const { points, as_found_points: found = [], verification_points: verification = [] } = request;
  const { evaluate_at: free = [], inverse_at: wanted = [] } = request;
  return points.length + found.length + verification.length + free.length + wanted.length;
}

function mostOf({ fit, conformity }: AnalysisRequest): number {
  const searches = modelOf(fit.model).kind === 'searched' || conformity?.rule === 'target_pfa';
  return searches ? MOST_POINTS_OF_A_SEARCH : MOST_POINTS_HERE;
}
