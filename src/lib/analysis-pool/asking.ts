import type { Task } from './pool-worker.ts';
import { buffersOf, type Asked, type Said } from './questions.ts';

/** The questions of one analysis, which all fail at once when its signal is aborted. */
export class Asking {
  readonly #pending = new Map<Task, Task[]>();
  readonly #signal: AbortSignal | undefined;
  readonly #stop = () => this.fail(this.#signal?.reason);

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
    signal?.addEventListener('abort', this.#stop, { once: true });
  }

  /** Puts a question at the end of a list; resolves with the answer that its worker gives. */
  ask(asked: Asked, list: Task[]): Promise<Said> {
    return new Promise((resolve, reject) => {
      const task: Task = {
        asked,
        transfer: asked.kind === 'resume' ? buffersOf(asked.trials) : [],
        settle: (said) => {
          this.#pending.delete(task);
          resolve(said);
        },
        fail: (fault) => {
          this.#pending.delete(task);
          reject(fault as Error);
        }
      };
      if (this.#signal?.aborted === true) return reject(this.#signal.reason as Error);
      this.#pending.set(task, list);
      list.push(task);
    });
  }

  /** Fails what is open: what waits in a list is not asked any more, what a worker computes already is not waited for. */
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
