/** The thread that checks large bodies: valid ones are returned as text, which is quick to parse. */
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { answerOrders } from '#lib/server/turns/answer-orders.ts';
import { readWhole } from './large-bodies.ts';
import type { BodyRead, BodyToRead } from './start-reading.ts';

answerOrders<BodyToRead, BodyRead>(
  ({ name, text }) => {
    try {
      return { text: new TextEncoder().encode(JSON.stringify(readWhole(name, text))) };
    } catch (thrown) {
      if (thrown instanceof InvalidInput) return { faults: thrown.faults };
      throw thrown;
    }
  },
  (read) => ('text' in read ? [read.text.buffer] : [])
);
