import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { messagesOf } from './in-parts.ts';
import { STOP, type Started } from './outside-thread.ts';

/** What a thread answers to an order. */
export type Answered<Made> =
  | { readonly made: Made }
  | { readonly refusal: Pick<Refusal, 'code' | 'message' | 'context'> }
  | { readonly failure: string };
/** A bundled `*-thread.ts`, megabytes of text: read when it is needed, so that a start does not wait for it. */
export type ThreadScript = () => Promise<{ readonly default: string }>;
/** The folder of the packages, which a script passed as text cannot determine. */
export type ThreadPlace = { readonly packagesFrom: string };

/** A thread that works on one order at a time. */
export type Thread<Order, Made> = {
  /**
   * @param signal when it is aborted, the thread is ended, with what it has started outside of itself, and the promise rejected with its
   *   reason.
   * @throws Refusal the thread’s own; Error where it fails, or the thread ends by itself
   */
  readonly run: (order: Order, signal: AbortSignal) => Promise<Made>;
  /** Ends it; what is in hand fails. The next order starts another. */
  readonly end: () => void;
};

/** So long a thread may take to end what it has started outside of itself. */
const MOST_STOPPING_MS = 5000;

/**
 * Starts without a thread: one that runs `script` is created for the first order, and again after it has ended.
 * @param memoryMib that it may use
 */
export function runThread<Order, Made>(name: string, script: ThreadScript, memoryMib: number): Thread<Order, Made> {
  let thread: Worker | null = null;
  let started: Int32Array = new Int32Array(0);
  let fail: (fault: Error) => void = () => undefined;
  let going = new AbortController();

  const begin = (text: string): Worker => {
    const count = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    started = new Int32Array(count);
    const begun = new Worker(text, {
      eval: true,
      execArgv: [],
      name,
      resourceLimits: { maxOldGenerationSizeMb: memoryMib },
      workerData: { packagesFrom: import.meta.url, started: count } satisfies ThreadPlace & Started
    });
    begun.unref();
    const ended = (fault: Error) => {
      if (thread !== begun) return;
      thread = null;
      fail(fault);
    };
    begun.on('error', (fault) => ended(fault as Error));
    begun.on('exit', () => ended(new Error(`The thread ${name} has ended.`)));
    return begun;
  };
  const end = (fault: Error) => {
    void thread?.terminate();
    thread = null;
    fail(fault);
    going.abort(fault);
    going = new AbortController();
  };

  /** Others have their turn between two messages. */
  const send = async (to: Worker, order: Order): Promise<void> => {
    let isFirst = true;
    for (const message of messagesOf(order)) {
      if (!isFirst) await setImmediate();
      isFirst = false;
      if (thread !== to) return;
      to.postMessage(message);
    }
  };

  return {
    run: async (order, signal) => {
      const both = AbortSignal.any([signal, going.signal]);
      const { default: text } = await script();
      both.throwIfAborted();
      const asked = (thread ??= begin(text));
      let clock: NodeJS.Timeout | undefined;
      const stop = () => {
        const giveUp = () => end(signal.reason as Error);
        if (Atomics.load(started, 0) === 0) return giveUp();
        asked.postMessage(STOP);
        clock = setTimeout(giveUp, MOST_STOPPING_MS);
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        const answered = await new Promise<Answered<Made>>((resolve, reject) => {
          fail = reject;
          asked.once('message', resolve);
          send(asked, order).catch(reject);
        });
        if (signal.aborted) end(signal.reason as Error);
        signal.throwIfAborted();
        if ('made' in answered) return answered.made;
        if ('failure' in answered) throw new Error(answered.failure);
        const { code, message, context } = answered.refusal;
        throw new Refusal(code, message, context);
      } finally {
        clearTimeout(clock);
        signal.removeEventListener('abort', stop);
      }
    },
    end: () => end(new Error('The server stops.'))
  };
}

/**
 * Runs work that is given up after so many seconds.
 * @param tooLong what is said then
 */
export async function withinSeconds<Made>(
  seconds: number,
  asked: AbortSignal | undefined,
  tooLong: (seconds: number) => Refusal,
  work: (signal: AbortSignal) => Promise<Made>
): Promise<Made> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(tooLong(seconds)), seconds * 1000);
  try {
    return await work(asked ? AbortSignal.any([asked, clock.signal]) : clock.signal);
  } finally {
    clearTimeout(timer);
  }
}
