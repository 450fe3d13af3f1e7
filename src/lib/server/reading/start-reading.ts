import { Worker } from 'node:worker_threads';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { isLarge, readWhole, type LargeBody } from './large-bodies.ts';
import script from './reading-thread.ts?thread';

/** The memory that the largest body can need while it is read. */
const MEMORY_MIB = 1536;

export type BodyToRead = { readonly number: number; readonly name: LargeBody; readonly text: Uint8Array };
export type BodyRead = { readonly number: number } & (
  { readonly text: Uint8Array } | { readonly faults: InvalidInput['faults'] } | { readonly failure: string }
);

/** Reads bodies and checks them against their schemas without blocking other requests. */
export type Reading = {
  /** @throws InvalidInput */
  readonly read: <N extends LargeBody>(name: N, text: Uint8Array) => Promise<ReturnType<typeof readWhole<N>>>;
  /** Ends the thread. */
  readonly stop: () => void;
};

type Waiting = { readonly settle: (read: BodyRead) => void; readonly fail: (fault: Error) => void };

/** Starts with no thread: one is made for the first large body. */
export function startReading(): Reading {
  const waiting = new Map<number, Waiting>();
  let numbers = 0;
  let thread: Worker | null = null;

  /** A body can at most end the thread; the others that wait are refused and can be sent again. */
  const end = (fault: Error) => {
    void thread?.terminate();
    thread = null;
    for (const { fail } of waiting.values()) fail(fault);
    waiting.clear();
  };
  const begin = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MIB };
    const begun = new Worker(script, { eval: true, execArgv: [], name: 'reading', resourceLimits });
    begun.unref();
    begun.on('message', (read: BodyRead) => {
      waiting.get(read.number)?.settle(read);
      waiting.delete(read.number);
    });
    begun.on('error', (fault) => thread === begun && end(fault as Error));
    begun.on('exit', () => thread === begun && end(new Error('The thread that reads bodies has ended.')));
    return begun;
  };
  const ask = (name: LargeBody, text: Uint8Array): Promise<BodyRead> =>
    new Promise((settle, fail) => {
      const number = ++numbers;
      waiting.set(number, { settle, fail });
      thread ??= begin();
      const copy = new Uint8Array(text);
      thread.postMessage({ number, name, text: copy } satisfies BodyToRead, [copy.buffer]);
    });

  return {
    read: async (name, text) => {
      if (!isLarge(text)) return readWhole(name, text);
      const read = await ask(name, text);
      if ('faults' in read) throw new InvalidInput(read.faults);
      if ('failure' in read) throw new Error(read.failure);
      return JSON.parse(new TextDecoder().decode(read.text)) as ReturnType<typeof readWhole<typeof name>>;
    },
    stop: () => end(new Error('The server stops.'))
  };
}
