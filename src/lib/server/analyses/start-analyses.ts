import { availableParallelism } from 'node:os';
import { AnalysisPool } from '#lib/analysis-pool/analysis-pool.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import script from './analysis-thread.ts?thread';
import { isShort, isSoonDone, isSoonRead } from './how-long.ts';
import { threadsRunning } from './threads-running.ts';

/** The time limit of an analysis. */
const MOST_SECONDS = 45;
/** An analysis wrongly expected to be short starts again among the long ones. */
const SOON_SECONDS = 2;
/** Concurrent analyses of one person, and how many more may wait. */
const A_PERSON = { aPerson: 2, waitingAPerson: 10 };

export type AskedBy = {
  /** The caller; each person can use only a share of the threads. */
  readonly person: string;
  /** Aborted when the result is no longer needed. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Finds the result of a request.
 * @throws AnalysisRefusal; InvalidInput if the text is not a request; Refusal `analysis_too_long`, `too_many_requests`;
 * the signal's reason when it is aborted
 */
export type Analyses = {
  readonly analyze: (request: AnalysisRequest, asked: AskedBy) => Promise<AnalysisResult>;
  /** From JSON to JSON: the computing thread parses and writes large texts. */
  readonly analyzeText: (request: Uint8Array<ArrayBuffer>, asked: AskedBy) => Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the threads. */
  readonly stop: () => void;
};

/** A pool for long analyses and another for short ones. */
type Lane = { readonly pool: AnalysisPool; readonly turns: Turns; readonly seconds: number };
type Limits = { readonly mostSeconds?: number; readonly soonSeconds?: number };

/**
 * Runs analyses without blocking other requests: long ones and all Monte Carlo trials run in as many threads as there
 * are cores; short ones have their own thread, so that they need not wait for the long ones. The result is that of
 * `analyze`, bit for bit. Threads are started when they are first needed.
 */
export function startAnalyses(threads = availableParallelism(), limits: Limits = {}): Analyses {
  const { mostSeconds = MOST_SECONDS, soonSeconds = SOON_SECONDS } = limits;
  const lane = (most: number, seconds: number): Lane => ({
    pool: new AnalysisPool(threadsRunning(script), most),
    turns: new Turns({ atOnce: most, ...A_PERSON }),
    seconds
  });
  const soon = lane(1, soonSeconds);
  const long = lane(threads, mostSeconds);
  const inLane = async <T>(
    isSoon: boolean,
    asked: AskedBy,
    work: (pool: AnalysisPool, signal: AbortSignal) => Promise<T>
  ) => {
    try {
      return await within(isSoon ? soon : long, asked, work);
    } catch (thrown) {
      if (!isSoon || !isTooLong(thrown)) throw thrown;
      return within(long, asked, work);
    }
  };
  return {
    analyze: async (request, asked) =>
      isShort(request)
        ? analyze(request)
        : inLane(isSoonDone(request), asked, (pool, signal) => pool.analyze(request, { signal })),
    analyzeText: async (text, asked) =>
      // A copy moves to the thread, because a long analysis is started again.
      inLane(isSoonRead(text), asked, (pool, signal) => pool.analyzeText(text.slice(), { signal })),
    stop: () => {
      soon.pool.end();
      long.pool.end();
    }
  };
}

/** Waits for a turn in a lane; then the time limit starts. */
function within<T>(
  { pool, turns, seconds }: Lane,
  { person, signal }: AskedBy,
  work: (pool: AnalysisPool, signal: AbortSignal) => Promise<T>
): Promise<T> {
  return turns.run(
    person,
    async () => {
      const clock = new AbortController();
      const timer = setTimeout(() => clock.abort(tooLong(seconds)), seconds * 1000);
      try {
        return await work(pool, signal ? AbortSignal.any([signal, clock.signal]) : clock.signal);
      } finally {
        clearTimeout(timer);
      }
    },
    signal
  );
}

const tooLong = (seconds: number) =>
  new Refusal(
    'analysis_too_long',
    `This analysis takes longer than the limit of ${seconds} seconds. Try fewer points, values or trials.`
  );
const isTooLong = (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'analysis_too_long';
