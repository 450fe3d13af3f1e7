import type { Task } from './pool-worker.ts';
import { buffersOf, type WorkerRequest, type WorkerResponse } from './messages.ts';

/** The questions of one analysis, which all fail at once when its signal is aborted. */
export class PendingTasks {
  readonly #pending = new Map<Task, Task[]>();
  readonly #tasks = new WeakSet<Task>();
  readonly #signal: AbortSignal | undefined;
  readonly #stop = () => this.fail(this.#signal?.reason);

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
    signal?.addEventListener('abort', this.#stop, { once: true });
  }

  /** Puts a question at the end of a list; resolves with the answer that its worker gives. */
  ask(request: WorkerRequest, list: Task[]): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      const task: Task = {
        request,
        transfer: memoryOf(request),
        settle: (response) => {
          this.#pending.delete(task);
          resolve(response);
        },
        fail: (fault) => {
          this.#pending.delete(task);
          reject(fault as Error);
        }
      };
      if (this.#signal?.aborted === true) return reject(this.#signal.reason as Error);
      this.#pending.set(task, list);
      this.#tasks.add(task);
      list.push(task);
    });
  }

  /** Whether a task is one of these, open or not. */
  has(task: Task | null): boolean {
    return task !== null && this.#tasks.has(task);
  }

  /** Fails what is open: what waits in a list is not request any more, what a worker computes already is not waited for. */
  fail(fault: unknown): void {
    for (const [task, list] of [...this.#pending]) {
      const place = list.indexOf(task);
      if (place >= 0) list.splice(place, 1);
      task.fail(fault);
    }
  }

  /** No question follows: the signal is let go. */
  end(): void {
    this.#signal?.removeEventListener('abort', this.#stop);
  }
}

function memoryOf(request: WorkerRequest): ArrayBuffer[] {
  if (request.kind === 'resume') return buffersOf(request.trials);
  return request.kind === 'begin' && request.request instanceof Uint8Array ? [request.request.buffer] : [];
}
