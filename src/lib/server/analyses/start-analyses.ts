import { availableParallelism } from 'node:os';
import { AnalysisPool } from '#lib/analysis-pool/analysis-pool.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult, Model } from '#lib/metrology/types.ts';
import script from './analysis-thread.ts?thread';
import { threadsRunning } from './threads-running.ts';

/** Requests of at most so many points, without trials, take milliseconds; sending them to a thread would take as long. */
const MOST_POINTS_HERE = 1000;
/** The same for models whose coefficients are searched for, one start after another, and guard bands that are, point by point. */
const MOST_POINTS_OF_A_SEARCH = 50;
const WITHOUT_SEARCH: readonly Model[] = ['none', 'offset', 'proportional', 'linear', 'polynomial', 'interpolation'];

/** Finds the result of a request. @throws AnalysisRefusal; the signal's reason when it is aborted */
export type Analyses = {
  readonly analyze: (request: AnalysisRequest, signal?: AbortSignal) => Promise<AnalysisResult>;
  /** Ends the threads. */
  readonly stop: () => void;
};

/**
 * Analyses that do not hold up other requests: what is long, and all Monte Carlo trials, runs in threads, as many as there are
 * cores. The result is that of `analyze`, bit for bit. Threads are started when they are first needed.
 */
export function startAnalyses(threads = availableParallelism()): Analyses {
  const pool = new AnalysisPool(threadsRunning(script), threads);
  return {
    analyze: async (request, signal) => (isShort(request) ? analyze(request) : pool.analyze(request, { signal })),
    stop: () => pool.end()
  };
}

/** Whether a request is done sooner than it could be sent to a thread. */
export function isShort(request: AnalysisRequest): boolean {
  const { points, as_found_points: found = [], verification_points: verification = [], fit, uncertainty } = request;
  const { evaluate_at: free = [], inverse_at: wanted = [] } = request;
  const count = points.length + found.length + verification.length + free.length + wanted.length;
  const searches = !WITHOUT_SEARCH.includes(fit.model) || request.conformity?.rule === 'target_pfa';
  const most = searches ? MOST_POINTS_OF_A_SEARCH : MOST_POINTS_HERE;
  return uncertainty.monte_carlo === undefined && count <= most;
}
