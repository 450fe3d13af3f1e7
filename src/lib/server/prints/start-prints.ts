import { Refusal } from '#lib/laboratory/refusal.ts';
import type { IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import type { DrawnStickers, StickerOrder } from '#lib/server/stickers/draw-stickers.ts';
import { InHand } from '#lib/server/turns/in-hand.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import type { PrintOrder } from './print-order.ts';
import script from './print-thread.ts?thread';
import { runPrintThread, type PrintThread } from './run-print-thread.ts';
import stickersScript from './stickers-thread.ts?thread';

/** The time limit for a certificate, including the time stamp, and for stickers. */
const MOST_SECONDS = 60;
/** With this many waiting, further requests for copies or stickers are refused. */
const MOST_WAITING = 10;

/**
 * Creates certificates without blocking other requests: issuing and reprinting have a thread each, so that neither
 * waits for the other. One that takes too long, or ends its thread, fails alone.
 * @throws Refusal `certificate_failed` after too long; Error where it cannot be made
 */
export type Prints = {
  /** The original, in the order of the requests. */
  readonly issue: (order: PrintOrder) => Promise<IssuedPdf>;
  /** A fresh print for a person, one at a time. @throws Refusal `too_many_requests`; the signal's reason when it is aborted */
  readonly copy: (person: string, order: PrintOrder, signal?: AbortSignal) => Promise<IssuedPdf>;
  /**
   * Stickers for a person, one order at a time: `work` is given what draws them, and has its turn until it ends.
   * @throws Refusal `too_many_requests`; the signal's reason when it is aborted
   */
  readonly stickers: <Made>(
    person: string,
    work: (draw: (order: StickerOrder) => Promise<DrawnStickers>) => Promise<Made>,
    signal?: AbortSignal
  ) => Promise<Made>;
  /** Certificates that are being issued, by calibration. */
  readonly issuing: InHand<string>;
  /** Ends the threads. */
  readonly stop: () => void;
};

export function startPrints(mostSeconds = MOST_SECONDS): Prints {
  const aPersonAtATime = () => new Turns({ atOnce: 1, aPerson: 1, waiting: MOST_WAITING });
  const certificates = () => runPrintThread<PrintOrder, IssuedPdf>(script);
  const originals = { thread: certificates(), turns: new Turns({ atOnce: 1, aPerson: 1 }) };
  const copies = { thread: certificates(), turns: aPersonAtATime() };
  const stickers = { thread: runPrintThread<StickerOrder, DrawnStickers>(stickersScript), turns: aPersonAtATime() };
  const within = async <Order, Made>(
    thread: PrintThread<Order, Made>,
    order: Order,
    signal: AbortSignal | undefined,
    tooLong: (seconds: number) => Refusal
  ) => {
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(tooLong(mostSeconds)), mostSeconds * 1000);
    try {
      return await thread.print(order, signal ? AbortSignal.any([signal, clock.signal]) : clock.signal);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    issue: (order) =>
      originals.turns.run('issue', () => within(originals.thread, order, undefined, certificateTooLong)),
    copy: (person, order, signal) =>
      copies.turns.run(person, () => within(copies.thread, order, signal, certificateTooLong), signal),
    stickers: (person, work, signal) =>
      stickers.turns.run(
        person,
        () => work((order) => within(stickers.thread, order, signal, stickersTooLong)),
        signal
      ),
    issuing: new InHand(),
    stop: () => {
      originals.thread.end();
      copies.thread.end();
      stickers.thread.end();
    }
  };
}

const certificateTooLong = (seconds: number) =>
  new Refusal('certificate_failed', `Creating this certificate takes longer than the ${seconds} seconds allowed here.`);
const stickersTooLong = (seconds: number) =>
  new Refusal(
    'too_large',
    `Drawing these stickers takes longer than the ${seconds} seconds allowed here. Print fewer at once.`
  );
