import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { runThread } from '#lib/server/turns/run-thread.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import { isLarge, readWhole, type LargeBody } from './large-bodies.ts';

/** The memory that the largest body can need while it is read. */
const MEMORY_MIB = 1536;

export type BodyToRead = { readonly name: LargeBody; readonly text: Uint8Array };
export type BodyRead = { readonly text: Uint8Array<ArrayBuffer> } | { readonly faults: InvalidInput['faults'] };

/** Reads bodies and checks them against their schemas without blocking other requests. */
export type Reading = {
  /** @throws InvalidInput; Error where the body ends the thread: the next one has another */
  readonly read: <N extends LargeBody>(name: N, text: Uint8Array) => Promise<ReturnType<typeof readWhole<N>>>;
  /** Ends the thread and what waits for it. */
  readonly stop: () => void;
};

/** Starts with no thread: one is made for the first large body. They are read one after another. */
export function startReading(): Reading {
  const thread = runThread<BodyToRead, BodyRead>('reading', () => import('./reading-thread.ts?thread'), MEMORY_MIB);
  const turns = new Turns({ atOnce: 1, aPerson: 1 });
  let going = new AbortController();

  return {
    read: async (name, text) => {
      if (!isLarge(text)) return readWhole(name, text);
      const { signal } = going;
      const read = await turns.run('all', () => thread.run({ name, text }, signal), signal);
      if ('faults' in read) throw new InvalidInput(read.faults);
      return JSON.parse(new TextDecoder().decode(read.text)) as ReturnType<typeof readWhole<typeof name>>;
    },
    stop: () => {
      going.abort(new Error('The server stops.'));
      going = new AbortController();
      thread.end();
    }
  };
}
