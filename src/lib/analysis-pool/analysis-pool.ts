import { AnalysisRefusal, type AnalysisRequest, type AnalysisResult } from '#lib/metrology/types.ts';
import { Asking } from './asking.ts';
import { PoolWorker, type Task } from './pool-worker.ts';
import type { Asked, Said, StartWorker } from './questions.ts';

/** How far the trials of an analysis are. `total` is null where they go on until the result has settled. */
export type TrialProgress = { readonly done: number; readonly total: number | null };

export type PoolOptions = {
  /** Called with `done` 0 when the trials begin and then after every share of them; never for a request without trials. */
  readonly onProgress?: ((progress: TrialProgress) => void) | undefined;
  /** Ends the analysis: the promise is rejected with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Analyses in workers, their Monte Carlo trials shared out among all of them. The results are those of `analyze`, bit for bit,
 * whatever the number of workers. Workers are started when they are first needed.
 */
export class AnalysisPool {
  readonly #start: StartWorker;
  readonly #most: number;
  readonly #workers = new Set<PoolWorker>();
  /** Questions that any worker may answer, a list for each analysis; served in turn, so that a long one stops no other. */
  readonly #open = new Map<number, Task[]>();
  /** Analyses that wait until one of those in hand is done: the trials of each take memory. */
  readonly #queue: (() => void)[] = [];
  #inHand = 0;
  #sessions = 0;

  /** @param most workers at once, at least 1. */
  constructor(start: StartWorker, most: number) {
    this.#start = start;
    this.#most = Math.max(1, Math.floor(most));
  }

  /**
   * @throws AnalysisRefusal as `analyze` does; the signal's reason when it is aborted; Error when a worker could not start or
   * ended before its time.
   */
  async analyze(request: AnalysisRequest, { onProgress, signal }: PoolOptions = {}): Promise<AnalysisResult> {
    signal?.throwIfAborted();
    if (this.#inHand >= this.#most) await this.#turn(signal);
    else this.#inHand++;
    try {
      return await this.#drive(++this.#sessions, this.#leastBusy(), request, { onProgress, signal });
    } finally {
      // The place goes to the next in the queue, if there is one.
      const next = this.#queue.shift();
      if (next === undefined) this.#inHand--;
      else next();
    }
  }

  /** Ends all workers; what is in hand fails. The pool can be used again. */
  end(): void {
    const fault = new Error('The analysis was ended.');
    const open = [...this.#open.values()].flat();
    this.#open.clear();
    for (const worker of this.#workers) worker.end(fault);
    this.#workers.clear();
    for (const task of open) task.fail(fault);
  }

  async #drive(session: number, worker: PoolWorker, request: AnalysisRequest, { onProgress, signal }: PoolOptions) {
    const wanted = request.uncertainty.monte_carlo?.trials;
    const total = typeof wanted === 'number' ? wanted : null;
    const asking = new Asking(signal);
    let done = 0;
    worker.sessions++;
    try {
      let said = await this.#askOf(worker, asking, { kind: 'begin', session, request });
      while (said.kind === 'jobs') {
        if (done === 0) onProgress?.({ done, total });
        const open: Task[] = [];
        const answers = said.jobs.map(async (job) => {
          const trials = trialsIn(await asking.ask({ kind: 'trials', job }, open));
          done += trials.length;
          onProgress?.({ done, total });
          return trials;
        });
        this.#open.set(session, open);
        this.#share();
        said = await this.#askOf(worker, asking, { kind: 'resume', session, trials: await Promise.all(answers) });
      }
      return resultIn(said);
    } catch (thrown) {
      this.#open.delete(session);
      asking.fail(thrown);
      if (this.#workers.has(worker)) this.#askOf(worker, new Asking(), { kind: 'forget', session }).catch(ignore);
      throw thrown;
    } finally {
      worker.sessions--;
      asking.end();
    }
  }

  #askOf(worker: PoolWorker, asking: Asking, asked: Asked): Promise<Said> {
    const said = asking.ask(asked, worker.own);
    this.#share();
    return said;
  }

  /** Gives every idle worker something to do, and starts another where there is more. */
  #share(): void {
    for (const worker of this.#workers) {
      while (worker.idle) {
        const task = worker.own.shift() ?? this.#next();
        if (task === undefined) break;
        worker.give(task);
      }
    }
    while (this.#open.size > 0 && this.#workers.size < this.#most) {
      const task = this.#next();
      if (task === undefined) return;
      this.#startWorker().give(task);
    }
  }

  /** The next question that any worker may answer. */
  #next(): Task | undefined {
    for (const [session, tasks] of this.#open) {
      this.#open.delete(session);
      const task = tasks.shift();
      if (task === undefined) continue;
      this.#open.set(session, tasks);
      return task;
    }
    return undefined;
  }

  #leastBusy(): PoolWorker {
    const [first] = [...this.#workers].sort((a, b) => a.sessions - b.sessions);
    return first !== undefined && (first.sessions === 0 || this.#workers.size >= this.#most)
      ? first
      : this.#startWorker();
  }

  #startWorker(): PoolWorker {
    const worker = new PoolWorker(
      this.#start,
      () => this.#share(),
      (faulty) => {
        this.#workers.delete(faulty);
        this.#share();
      }
    );
    this.#workers.add(worker);
    return worker;
  }

  /** Waits until an analysis in hand is done. */
  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        this.#queue.splice(this.#queue.indexOf(begin), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#queue.push(begin);
    });
  }
}

/** A worker that ends while it is told to forget has forgotten. */
const ignore = (): void => undefined;

function trialsIn(said: Said): Float64Array {
  if (said.kind === 'trials') return said.trials;
  throw faultIn(said);
}

function resultIn(said: Said): AnalysisResult {
  if (said.kind === 'result') return said.result;
  throw faultIn(said);
}

function faultIn(said: Said): Error {
  if (said.kind === 'refused') return new AnalysisRefusal(said.code, said.path, said.message);
  return new Error(said.kind === 'failed' ? said.message : 'A worker gave an answer to another question.');
}
