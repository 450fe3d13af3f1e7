import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

/** Something that runs until it is stopped or fails. */
export type Running = { readonly ended: Promise<unknown>; readonly stop: () => Promise<unknown> };

/**
 * Keeps a task running that ends with its connections: starts it and restarts it, with growing pauses, whenever it has
 * ended, until `stop`. @throws the exception of the first start, unless `mayPass` accepts it as temporary.
 */
export async function keepRunning(
  begin: () => Promise<Running>,
  log: Logger,
  mayPass: (thrown: unknown) => boolean
): Promise<{ readonly stop: () => Promise<void> }> {
  let stopped = false;
  let running: Running | null = await begin().catch((thrown: unknown) => {
    if (!mayPass(thrown)) throw thrown;
    log.warn({ err: thrown }, 'jobs do not run yet');
    return null;
  });
  const keep = async () => {
    for (let wait = FIRST_PAUSE_MS; !stopped;) {
      if (running !== null) {
        const reason = await running.ended.then(
          () => undefined,
          (thrown: unknown) => thrown
        );
        if (stopped) return;
        log.error({ err: reason }, 'jobs have stopped and are started again');
        running = null;
        wait = FIRST_PAUSE_MS;
      }
      await pause(wait, undefined, { ref: false });
      if (stopped) return;
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      running = await begin().catch((err: unknown) => {
        log.warn({ err }, 'jobs do not run yet');
        return null;
      });
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      stopped = true;
      await running?.stop();
      // Started at the same moment: it must end, too.
      const late = running;
      await kept;
      if (running !== late) await running?.stop();
    }
  };
}
