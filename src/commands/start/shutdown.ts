import { setTimeout as pause } from 'node:timers/promises';

/** In which order a process ends: open streams, requests in hand, jobs and connections, and the database under them. */
const STAGES = ['streams', 'requests', 'jobs', 'database'] as const;
type Stage = (typeof STAGES)[number];

/** Ctrl-C reaches the process twice where a package manager passes it on, too; only a later one is meant as "at once". */
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
   * Runs one step of the start, which names within itself what it has started. A signal meanwhile waits for it, and no step
   * begins after a signal.
   */
  step<T>(work: () => Promise<T>): Promise<T> {
    if (this.begun) return Promise.reject(new Error('The start was ended by a signal.'));
    const running = work();
    this.#starting = running.catch(() => undefined);
    return running;
  }

  /**
   * SIGTERM and SIGINT end the process: exit code 0 when everything was finished within `seconds`, 1 when something was cut.
   * A second signal ends it at once. `npm start` does not pass every signal on: losing that parent counts as SIGTERM.
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
      void this.run(seconds).then((whole) => process.exit(whole ? 0 : 1));
    };
    process.on('SIGTERM', end).on('SIGINT', end);
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || end('npm has ended'), 500).unref();
  }

  /** Ends the process in order, with exit code 1, since it cannot do its work any more; says why. */
  fail(sentence: string, seconds: number): void {
    if (this.begun) return;
    process.stderr.write(`${sentence}\n`);
    void this.run(seconds).then(() => process.exit(1));
  }

  /** Whether the end has begun: what fails from then on fails because of it. */
  get begun(): boolean {
    return this.#running !== null;
  }

  /** @returns whether everything ended in time and without an error. */
  run(seconds: number): Promise<boolean> {
    return (this.#running ??= this.#run(seconds));
  }

  async #run(seconds: number): Promise<boolean> {
    const deadline = performance.now() + seconds * 1000;
    let whole = true;
    await Promise.race([this.#starting, pause(seconds * 1000, null, { ref: false })]);
    for (const stage of STAGES) {
      const work = this.#work.get(stage);
      if (work === undefined) continue;
      // The database is stopped whatever happened before, or it would outlive the process.
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
