import { Refusal } from '#lib/laboratory/refusal.ts';
import type { IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { InHand } from '#lib/server/turns/in-hand.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import script from './print-thread.ts?thread';
import { runPrintThread, type PrintOrder } from './run-print-thread.ts';

/** A certificate takes no longer than this to make, the time stamp included. */
const MOST_SECONDS = 60;
/** Who comes for a copy when so many wait is told to come again. */
const COPIES_WAITING = 10;

/**
 * Certificates made without holding up other requests: what is issued and what is printed again have a thread each, so that neither
 * waits for the other. One that takes too long, or ends its thread, fails alone.
 * @throws Refusal `certificate_failed` after too long; Error where it cannot be made
 */
export type Prints = {
  /** The original, in the order in which they are asked for. */
  readonly issue: (order: PrintOrder) => Promise<IssuedPdf>;
  /** A fresh print for a person, one at a time. @throws Refusal `too_many_requests`; the signal's reason when it is aborted */
  readonly copy: (person: string, order: PrintOrder, signal?: AbortSignal) => Promise<IssuedPdf>;
  /** Certificates that are being issued, by calibration. */
  readonly issuing: InHand<string>;
  /** Ends the threads. */
  readonly stop: () => void;
};

export function startPrints(mostSeconds = MOST_SECONDS): Prints {
  const originals = { thread: runPrintThread(script), turns: new Turns({ atOnce: 1, aPerson: 1 }) };
  const copies = {
    thread: runPrintThread(script),
    turns: new Turns({ atOnce: 1, aPerson: 1, waiting: COPIES_WAITING })
  };
  const within = async ({ thread }: typeof originals, order: PrintOrder, signal?: AbortSignal) => {
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(tooLong(mostSeconds)), mostSeconds * 1000);
    try {
      return await thread.print(order, signal ? AbortSignal.any([signal, clock.signal]) : clock.signal);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    issue: (order) => originals.turns.run('issue', () => within(originals, order)),
    copy: (person, order, signal) => copies.turns.run(person, () => within(copies, order, signal), signal),
    issuing: new InHand(),
    stop: () => {
      originals.thread.end();
      copies.thread.end();
    }
  };
}

const tooLong = (seconds: number) =>
  new Refusal('certificate_failed', `Creating this certificate takes longer than the ${seconds} seconds allowed here.`);
