import { availableParallelism } from 'node:os';
import { AnalysisPool } from '#lib/analysis-pool/analysis-pool.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import script from './analysis-thread.ts?thread';
import { isShort, isSoonDone, isSoonRead } from './how-long.ts';
import { threadsRunning } from './threads-running.ts';

/** An analysis takes no longer than this, however it was asked for. */
const MOST_SECONDS = 45;
/** What was taken for short and is not begins anew among the long ones. */
const SOON_SECONDS = 2;
/** Analyses of one person at once; and so many more wait. */
const A_PERSON = { aPerson: 2, waitingAPerson: 10 };

export type AskedBy = {
  /** Who asks: nobody has more than a share of the threads. */
  readonly person: string;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Finds the result of a request.
 * @throws AnalysisRefusal; InvalidInput where text is no request; Refusal `analysis_too_long`, `too_many_requests`; the signal's
 * reason when it is aborted
 */
export type Analyses = {
  readonly analyze: (request: AnalysisRequest, asked: AskedBy) => Promise<AnalysisResult>;
  /** From JSON to JSON: what is large is read and written by the thread that computes. */
  readonly analyzeText: (request: Uint8Array<ArrayBuffer>, asked: AskedBy) => Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the threads. */
  readonly stop: () => void;
};

/** A pool for what takes seconds, and another that only they do not wait for. */
type Lane = { readonly pool: AnalysisPool; readonly turns: Turns; readonly seconds: number };
type Limits = { readonly mostSeconds?: number; readonly soonSeconds?: number };

/**
 * Analyses that do not hold up other requests: what is long, and all Monte Carlo trials, runs in threads, as many as there are
 * cores; what is soon done has a thread of its own, so that it waits for none of these. The result is that of `analyze`, bit for
 * bit. Threads are started when they are first needed.
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
      // A copy moves to the thread: what turns out to be long is asked again.
      inLane(isSoonRead(text), asked, (pool, signal) => pool.analyzeText(text.slice(), { signal })),
    stop: () => {
      soon.pool.end();
      long.pool.end();
    }
  };
}

/** Waits for a turn in a lane; from then on the time runs. */
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
    `This analysis takes longer than the ${seconds} seconds allowed here. Try fewer points, values or trials.`
  );
const isTooLong = (thrown: unknown) => thrown instanceof Refusal && thrown.code === 'analysis_too_long';
