import type { WorkerRequest, WorkerResponse, StartWorker, WorkerPort } from './messages.ts';

/** One question on its way, and what becomes of it. */
export type Task = {
  readonly request: WorkerRequest;
  readonly transfer: ArrayBuffer[];
  readonly settle: (response: WorkerResponse) => void;
  readonly fail: (fault: unknown) => void;
};

/** A worker of a pool: one question at a time, those of its own analyses before any others. */
export class PoolWorker {
  /** Questions that only this worker can answer. */
  readonly own: Task[] = [];
  /** Analyses that are in its hands. */
  sessions = 0;
  #port: WorkerPort;
  #current: Task | null = null;
  #number = 0;

  constructor(start: StartWorker, onIdle: (worker: PoolWorker) => void, onFault: (worker: PoolWorker) => void) {
    this.#port = start(
      ({ number, response }) => {
        if (number !== this.#number) return;
        const task = this.#current;
        this.#current = null;
        task?.settle(response);
        onIdle(this);
      },
      (fault) => {
        this.end(fault);
        onFault(this);
      }
    );
  }

  get idle(): boolean {
    return this.#current === null;
  }

  /** What it was request and has not answered yet. */
  get current(): Task | null {
    return this.#current;
  }

  /** Asks an idle worker. A question that cannot be posted fails by itself and leaves the worker idle. */
  give(task: Task): void {
    this.#current = task;
    this.#number++;
    try {
      this.#port.post({ number: this.#number, request: task.request }, task.transfer);
    } catch (thrown) {
      this.#current = null;
      task.fail(thrown);
    }
  }

  /** Ends the worker; what it was request fails with `fault`. */
  end(fault: Error): void {
    this.#port.end();
    this.#current?.fail(fault);
    this.#current = null;
    for (const task of this.own.splice(0)) task.fail(fault);
  }
}
