/** The thread that reads digital certificates: what it answers is JSON, checked, which the caller only passes on. */
import { dccReadingSchema } from '#lib/contracts/dcc.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { answerOrders } from '#lib/server/turns/answer-orders.ts';
import { readDcc } from './read-dcc.ts';
import type { DccOrder } from './start-dcc-reading.ts';

/** Bytes of the longest answer; that of a certificate is about as long as its file. */
const LONGEST_ANSWER = 64 << 20;

answerOrders(
  ({ bytes, languages }: DccOrder) => {
    const json = new TextEncoder().encode(JSON.stringify(dccReadingSchema.parse(readDcc(bytes, languages))));
    if (json.byteLength > LONGEST_ANSWER)
      throw new Refusal('dcc_hostile', 'The file has more numbers than can be shown.');
    return json;
  },
  ({ buffer }) => [buffer]
);
