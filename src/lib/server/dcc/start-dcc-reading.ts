import { Refusal } from '#lib/laboratory/refusal.ts';
import { runThread, withinSeconds } from '#lib/server/turns/run-thread.ts';
import { Turns } from '#lib/server/turns/turns.ts';

/** The largest file that is read needs a third of it, and the seconds of a slow machine. */
const MEMORY_MIB = 1024;
const MOST_SECONDS = 30;
/** With this many waiting, further files are refused. */
const MOST_WAITING = 10;

export type DccOrder = {
  readonly bytes: Uint8Array;
  /** In which texts are wanted, the best first. */
  readonly languages: readonly string[];
};

/** Reads digital certificates of others without blocking other requests. */
export type DccFiles = {
  /**
   * What a file says, as JSON (contracts/dcc.ts); one file of a person at a time.
   * @throws Refusal `dcc_hostile` also where it takes too long or too much memory, `dcc_not_xml`, `dcc_invalid`, `dcc_signature_broken`, `too_many_requests`; the
   * signal’s reason when it is aborted
   */
  readonly read: (person: string, order: DccOrder, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the thread. */
  readonly stop: () => void;
};

export function startDccReading(mostSeconds = MOST_SECONDS): DccFiles {
  const thread = runThread<DccOrder, Uint8Array<ArrayBuffer>>(
    'dcc',
    () => import('./dcc-thread.ts?thread'),
    MEMORY_MIB
  );
  const turns = new Turns({ atOnce: 1, aPerson: 1, waiting: MOST_WAITING, waitingAPerson: 2 });
  return {
    read: (person, order, asked) =>
      turns.run(
        person,
        () => withinSeconds(mostSeconds, asked, tooLong, (signal) => thread.run(order, signal)).catch(orTooLarge),
        asked
      ),
    stop: () => thread.end()
  };
}

const tooLong = (seconds: number) =>
  new Refusal('dcc_hostile', `Reading this file takes longer than the limit of ${seconds} seconds.`);

function orTooLarge(thrown: unknown): never {
  const isOutOfMemory = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
  throw isOutOfMemory ? new Refusal('dcc_hostile', 'Reading this file needs too much memory.') : thrown;
}
