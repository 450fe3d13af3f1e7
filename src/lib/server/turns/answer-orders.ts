import { parentPort } from 'node:worker_threads';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { isPart, putTogether, type Part } from './in-parts.ts';
import { STOP, stopOutside } from './outside-thread.ts';
import type { Answered } from './run-thread.ts';

/**
 * Within a thread: answers each order with what `work` makes of it.
 * @param moved what of it is transferred instead of copied
 */
export function answerOrders<Order, Made>(
  work: (order: Order) => Made | Promise<Made>,
  moved: (made: Made) => readonly ArrayBuffer[] = () => []
): void {
  const answer = (answered: Answered<Made>, transferred: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(answered, transferred);
  let parts: Part[] = [];
  parentPort?.on('message', async (message: Order | Part | typeof STOP) => {
    if (message === STOP) {
      stopOutside();
      return;
    }
    if (isPart(message)) {
      parts.push(message);
      return;
    }
    const order = putTogether(message, parts);
    parts = [];
    try {
      const made = await work(order);
      answer({ made }, moved(made));
    } catch (thrown) {
      answer(failed(thrown));
    }
  });
}

function failed(thrown: unknown): Answered<never> {
  if (!(thrown instanceof Refusal))
    return { failure: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  const { code, message, context } = thrown;
  return { refusal: { code, message, ...(context && { context }) } };
}

/** The bytes themselves, in a buffer that has nothing else and can be transferred. */
export const alone = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
