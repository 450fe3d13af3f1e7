import { isMainThread, workerData } from 'node:worker_threads';

/** Sent to a thread instead of an order: what it has started outside of itself is to end. */
export const STOP = 'stop';
/** How much a thread has started outside of itself, for whoever may end it. */
export type Started = { readonly started: SharedArrayBuffer };

const running = new Set<AbortController>();

/**
 * Work that goes on outside of this thread, a program or files: a thread is not ended before it is done or has been stopped.
 * @param work ends what it has started when its signal is aborted
 */
export async function outsideThread<Made>(work: (signal: AbortSignal) => Promise<Made>): Promise<Made> {
  const own = new AbortController();
  running.add(own);
  count(1);
  try {
    return await work(own.signal);
  } finally {
    running.delete(own);
    count(-1);
  }
}

export function stopOutside(): void {
  for (const one of running) one.abort();
}

function count(by: 1 | -1): void {
  const { started } = (isMainThread ? {} : (workerData ?? {})) as Partial<Started>;
  if (started) Atomics.add(new Int32Array(started), 0, by);
}
