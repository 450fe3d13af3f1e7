import { setTimeout as pause } from 'node:timers/promises';

/** The order in which a process ends: open streams, pending requests, jobs and connections, and then the database. */
const STAGES = ['streams', 'requests', 'jobs', 'database'] as const;
/** Comes before them all, where the process ends because it was told to: it goes on working until others have taken over. */
type Stage = (typeof STAGES)[number] | 'drain';

/** Ctrl-C reaches the process twice if a package manager also forwards it; only a later one means "at once". */
const SECOND_SIGNAL_AFTER_MS = 1000;

/** Collects, while the process starts, what must be stopped when it ends, and ends it once, in order. */
export class Shutdown {
  readonly #work = new Map<Stage, () => Promise<void>>();
  #running: Promise<boolean> | null = null;
  #starting: Promise<unknown> = Promise.resolve();

  at(stage: Stage, work: () => Promise<void>): void {
    this.#work.set(stage, work);
  }

  /**
   * Runs one step of the start, which registers what it has started. A signal during the step waits for it, and no step
   * begins after a signal.
   */
  step<T>(work: () => Promise<T>): Promise<T> {
    if (this.begun) return Promise.reject(new Error('A signal interrupted the start.'));
    const running = work();
    this.#starting = running.catch(() => undefined);
    return running;
  }

  /**
   * SIGTERM and SIGINT end the process: exit code 0 if everything finished within `seconds`, 1 if something was
   * aborted. A second signal ends it at once. `npm start` does not forward every signal: losing that parent counts as
   * SIGTERM.
   */
  onSignals(seconds: number, say: (line: string) => void): void {
    let firstAt: number | null = null;
    const end = (reason: string) => {
      if (firstAt !== null) {
        if (performance.now() - firstAt > SECOND_SIGNAL_AFTER_MS) process.exit(1);
        return;
      }
      firstAt = performance.now();
      say(`${reason}: finishing requests and jobs …`);
      void this.run(seconds, true).then((whole) => process.exit(whole ? 0 : 1));
    };
    process.on('SIGTERM', end).on('SIGINT', end);
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || end('npm has ended'), 500).unref();
  }

  /** Shuts the process down with exit code 1 because it can no longer work; reports why. */
  fail(sentence: string, seconds: number): void {
    if (this.begun) return;
    process.stderr.write(`${sentence}\n`);
    void this.run(seconds).then(() => process.exit(1));
  }

  /** Whether the shutdown has begun: later failures are its consequence. */
  get begun(): boolean {
    return this.#running !== null;
  }

  /** @param drains after the time to drain, which `seconds` does not limit @returns whether everything stopped in time and without an error. */
  run(seconds: number, drains = false): Promise<boolean> {
    return (this.#running ??= this.#run(seconds, drains));
  }

  async #run(seconds: number, drains: boolean): Promise<boolean> {
    let whole = true;
    await Promise.race([this.#starting, pause(seconds * 1000, null, { ref: false })]);
    if (drains) await this.#work.get('drain')?.();
    const deadline = performance.now() + seconds * 1000;
    for (const stage of STAGES) {
      const work = this.#work.get(stage);
      if (work === undefined) continue;
      // The database is stopped in any case, or it would outlive the process.
      const left = stage === 'database' ? 60_000 : Math.max(0, deadline - performance.now());
      const ended = await Promise.race([work().then(() => true, complain(stage)), pause(left, false, { ref: false })]);
      if (!ended) process.stderr.write(`Not finished in time: ${stage}\n`);
      whole &&= ended;
    }
    return whole;
  }
}

const complain = (stage: Stage) => (thrown: unknown) => {
  process.stderr.write(`While stopping ${stage}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  return false;
};
