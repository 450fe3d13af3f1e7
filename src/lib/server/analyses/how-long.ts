import { modelOf } from '#lib/metrology/models/table.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';

/** Requests of at most so many points, without trials, take milliseconds; sending them to a thread would take as long. */
const MOST_POINTS_HERE = 1000;
/** The same for models whose coefficients are searched for, one start after another, and guard bands that are, point by point. */
const MOST_POINTS_OF_A_SEARCH = 50;
/** So many times as much is still done in less than a second. */
const SOON = 20;
const TRIALS_SOON = 200_000;
const BYTES_SOON = 2 * 1024 * 1024;

/** Whether a request is done sooner than it could be sent to a thread. */
export const isShort = (request: AnalysisRequest): boolean =>
  request.uncertainty.monte_carlo === undefined && countOf(request) <= mostOf(request);

/** Whether a request is a matter of a second at most, as far as one can tell before it is computed. */
export function isSoonDone(request: AnalysisRequest): boolean {
  const trials = request.uncertainty.monte_carlo?.trials ?? 0;
  return trials !== 'adaptive' && trials <= TRIALS_SOON && countOf(request) <= SOON * mostOf(request);
}

/** The same of a request that nobody has read yet. */
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
