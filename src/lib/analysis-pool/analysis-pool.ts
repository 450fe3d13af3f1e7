import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { PendingTasks } from './pending-tasks.ts';
import { PoolWorker, type Task } from './pool-worker.ts';
import type { WorkerRequest, RequestText, ResultText, WorkerResponse, StartWorker } from './messages.ts';

/** A worker that computes for nobody is ended after so long: most questions are answered sooner. */
const PATIENCE_MS = 250;
/** `session` is one that the worker still holds. */
type Leaving = { readonly timer: ReturnType<typeof setTimeout>; readonly session: number | null };

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
  /** Workers that compute for nobody, until they are done or their time is. */
  readonly #leaving = new Map<PoolWorker, Leaving>();
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
  async analyze(request: AnalysisRequest, options: PoolOptions = {}): Promise<AnalysisResult> {
    return (await this.#inTurn(request, options)) as AnalysisResult;
  }

  /** The same from text to text, where the workers read it; the text is moved to the worker. @throws InvalidInput, too */
  async analyzeText(request: RequestText, options: PoolOptions = {}): Promise<ResultText> {
    return (await this.#inTurn(request, options)) as ResultText;
  }

  async #inTurn(request: AnalysisRequest | RequestText, { onProgress, signal }: PoolOptions) {
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
    for (const worker of [...this.#workers, ...this.#leaving.keys()]) worker.end(fault);
    for (const { timer } of this.#leaving.values()) clearTimeout(timer);
    this.#workers.clear();
    this.#leaving.clear();
    for (const task of open) task.fail(fault);
  }

  async #drive(
    session: number,
    worker: PoolWorker,
    request: AnalysisRequest | RequestText,
    { onProgress, signal }: PoolOptions
  ) {
    const wanted = request instanceof Uint8Array ? null : request.uncertainty.monte_carlo?.trials;
    const total = typeof wanted === 'number' ? wanted : null;
    const tasks = new PendingTasks(signal);
    let done = 0;
    worker.sessions++;
    try {
      let response = await this.#send(worker, tasks, { kind: 'begin', session, request });
      while (response.kind === 'jobs') {
        if (done === 0) onProgress?.({ done, total });
        const open: Task[] = [];
        const answers = response.jobs.map(async (job) => {
          const trials = trialsIn(await tasks.ask({ kind: 'trials', job }, open));
          done += trials.length;
          onProgress?.({ done, total });
          return trials;
        });
        this.#open.set(session, open);
        this.#share();
        response = await this.#send(worker, tasks, { kind: 'resume', session, trials: await Promise.all(answers) });
      }
      return resultIn(response);
    } catch (thrown) {
      this.#open.delete(session);
      tasks.fail(thrown);
      this.#abandon(tasks, worker, session);
      if (this.#workers.has(worker)) this.#forget(worker, session);
      throw thrown;
    } finally {
      worker.sessions--;
      tasks.end();
    }
  }

  #send(worker: PoolWorker, tasks: PendingTasks, request: WorkerRequest): Promise<WorkerResponse> {
    const response = tasks.ask(request, worker.own);
    this.#share();
    return response;
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

  /** Takes the workers that compute what nobody waits for any more out of the pool; who has nothing else in hand is ended. */
  #abandon(tasks: PendingTasks, host: PoolWorker, session: number): void {
    for (const worker of this.#workers) {
      const others = worker.sessions - (worker === host ? 1 : 0);
      if (others > 0 || !tasks.has(worker.current)) continue;
      this.#workers.delete(worker);
      const end = () => {
        this.#leaving.delete(worker);
        worker.end(new Error('Nobody waits for this analysis any more.'));
      };
      this.#leaving.set(worker, { timer: setTimeout(end, PATIENCE_MS), session: worker === host ? session : null });
    }
  }

  /** One that was leaving and is done in time stays, where there is room. */
  #idle(worker: PoolWorker): void {
    const leaving = this.#leaving.get(worker);
    if (leaving !== undefined) {
      clearTimeout(leaving.timer);
      this.#leaving.delete(worker);
      if (this.#workers.size >= this.#most) return worker.end(new Error('There are workers enough.'));
      this.#workers.add(worker);
      if (leaving.session !== null) this.#forget(worker, leaving.session);
    }
    this.#share();
  }

  #forget(worker: PoolWorker, session: number): void {
    this.#send(worker, new PendingTasks(), { kind: 'forget', session }).catch(ignore);
  }

  #startWorker(): PoolWorker {
    const worker = new PoolWorker(
      this.#start,
      (idle) => this.#idle(idle),
      (faulty) => {
        clearTimeout(this.#leaving.get(faulty)?.timer);
        this.#leaving.delete(faulty);
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

function trialsIn(response: WorkerResponse): Float64Array {
  if (response.kind === 'trials') return response.trials;
  throw faultIn(response);
}

function resultIn(response: WorkerResponse): AnalysisResult | ResultText {
  if (response.kind === 'result') return response.result;
  throw faultIn(response);
}

function faultIn(response: WorkerResponse): Error {
  if (response.kind === 'faults') return new InvalidInput(response.faults);
  if (response.kind === 'refused') return new AnalysisRefusal(response.code, response.path, response.message);
  return new Error(response.kind === 'failed' ? response.message : 'A worker gave an answer to another question.');
}
