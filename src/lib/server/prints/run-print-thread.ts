import { Worker } from 'node:worker_threads';

export type Printed<Made> = { readonly made: Made } | { readonly failure: string };
/** The folder of the packages, which a script passed as text cannot determine. */
export type PrintPlace = { readonly packagesFrom: string };

/** A thread that prints one order at a time: a certificate, or stickers. */
export type PrintThread<Order, Made> = {
  /**
   * @param signal when it is aborted, the thread is ended and the promise rejected with its reason.
   * @throws Error where it cannot be made, or the thread ends by itself
   */
  readonly print: (order: Order, signal: AbortSignal) => Promise<Made>;
  /** Ends it; what is in hand fails. The next print starts another. */
  readonly end: () => void;
};

/** Ten thousand points need half of it. */
const MEMORY_MIB = 1024;

/**
 * Starts without a thread: one that runs `script` (a bundled `*-thread.ts`) is created for the first print, and again
 * after it has ended.
 */
export function runPrintThread<Order, Made>(script: string): PrintThread<Order, Made> {
  let thread: Worker | null = null;
  let fail: (fault: Error) => void = () => undefined;

  const begin = (): Worker => {
    const begun = new Worker(script, {
      eval: true,
      execArgv: [],
      name: 'print',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
      workerData: { packagesFrom: import.meta.url } satisfies PrintPlace
    });
    begun.unref();
    const ended = (fault: Error) => {
      if (thread !== begun) return;
      thread = null;
      fail(fault);
    };
    begun.on('error', (fault) => ended(fault as Error));
    begun.on('exit', () => ended(new Error('The thread that prints has ended.')));
    return begun;
  };
  const end = (fault: Error) => {
    void thread?.terminate();
    thread = null;
    fail(fault);
  };

  return {
    print: async (order, signal) => {
      signal.throwIfAborted();
      const asked = (thread ??= begin());
      const stop = () => end(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      try {
        const printed = await new Promise<Printed<Made>>((resolve, reject) => {
          fail = reject;
          asked.once('message', resolve);
          asked.postMessage(order);
        });
        if ('made' in printed) return printed.made;
        throw new Error(printed.failure);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    end: () => end(new Error('The server stops.'))
  };
}
