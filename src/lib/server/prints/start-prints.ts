import { Refusal } from '#lib/laboratory/refusal.ts';
import type { IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import type { DrawnStickers, StickerOrder } from '#lib/server/stickers/draw-stickers.ts';
import { InHand } from '#lib/server/turns/in-hand.ts';
import { runThread, withinSeconds } from '#lib/server/turns/run-thread.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import type { TexProgram } from '#lib/server/certificates/tex/find-tex.ts';
import { TEX_LIMITS } from '#lib/server/certificates/tex/limits.ts';
import type { PreviewOrder, PrintOrder, WithTex } from './print-order.ts';
import type { TriedTemplate } from './preview-template-pdf.ts';

/** The time limit for a certificate, including the time stamp, and for stickers. */
const MOST_SECONDS = 60;
/** For a preview of a template, by the embedded engine alone. */
const MOST_PREVIEW_SECONDS = 10;
/** Ten thousand points need half of it. */
const MEMORY_MIB = 1024;
/** With this many waiting, further requests for copies or stickers are refused. */
const MOST_WAITING = 10;

/**
 * Creates certificates without blocking other requests: issuing and reprinting have a thread each, and each another for what an
 * installed TeX sets: neither waits for the other, and nothing that the server sets itself waits for TeX. One that takes too long, or ends
 * its thread, fails alone.
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
  /**
   * A template tried on the specimen or a calibration: the unsigned PDF and its engine.
   * @throws Refusal `certificate_failed`, with the faults of the template; `too_many_requests`; the signal's reason when it is aborted
   */
  readonly preview: (person: string, order: PreviewOrder, signal?: AbortSignal) => Promise<TriedTemplate>;
  /** The TeX that sets templates outside of the embedded engine's subset; null: there is none. */
  readonly tex: TexProgram | null;
  /** Certificates that are being issued, by calibration. */
  readonly issuing: InHand<string>;
  /** Ends the threads. */
  readonly stop: () => void;
};

export type PrintOptions = { readonly mostSeconds?: number; readonly tex?: TexProgram | null };

export function startPrints({ mostSeconds = MOST_SECONDS, tex = null }: PrintOptions = {}): Prints {
  const aPersonAtATime = () => new Turns({ atOnce: 1, aPerson: 1, waiting: MOST_WAITING });
  const certificates = () =>
    runThread<WithTex<PrintOrder>, IssuedPdf>('print', () => import('./print-thread.ts?thread'), MEMORY_MIB);
  const one = () => new Turns({ atOnce: 1, aPerson: 1 });
  const originals = { thread: certificates(), turns: one() };
  const copies = { thread: certificates(), turns: aPersonAtATime() };
  // Of their own: how long a document of TeX's takes is up to who wrote its template, and the other organizations do not wait for it.
  const originalsByTex = { thread: certificates(), turns: one() };
  const copiesByTex = { thread: certificates(), turns: aPersonAtATime() };
  const stickers = {
    thread: runThread<StickerOrder, DrawnStickers>('stickers', () => import('./stickers-thread.ts?thread'), MEMORY_MIB),
    turns: aPersonAtATime()
  };
  const previews = {
    thread: runThread<WithTex<PreviewOrder>, TriedTemplate>(
      'preview',
      () => import('./preview-thread.ts?thread'),
      MEMORY_MIB
    ),
    turns: aPersonAtATime()
  };
  // TeX has a process of its own each time: an organization has one at a time, and all together two.
  const texTurns = new Turns({ atOnce: 2, aPerson: 1 });
  const isByTex = ({ template }: PrintOrder) => template?.engine === 'tex';
  const inTurnOfTex = <Made>(order: PrintOrder, work: () => Promise<Made>, asked?: AbortSignal): Promise<Made> =>
    isByTex(order) ? texTurns.run(organizationOf(order), work, asked) : work();
  const certificate = ({ thread }: typeof originals, order: PrintOrder, asked?: AbortSignal) =>
    withinSeconds(mostSeconds, asked, certificateTooLong, (signal) => thread.run({ ...order, tex }, signal));
  return {
    issue: (order) => {
      const lane = isByTex(order) ? originalsByTex : originals;
      return inTurnOfTex(order, () => lane.turns.run('issue', () => certificate(lane, order)));
    },
    copy: (person, order, signal) => {
      const lane = isByTex(order) ? copiesByTex : copies;
      const inTurn = () => inTurnOfTex(order, () => certificate(lane, order, signal), signal);
      return lane.turns.run(person, inTurn, signal);
    },
    preview: (person, order, asked) => {
      const seconds = Math.min(mostSeconds, MOST_PREVIEW_SECONDS + (tex ? TEX_LIMITS.seconds : 0));
      const organization = order.facts ? organizationOf({ facts: order.facts }) : person;
      const draw = () =>
        withinSeconds(seconds, asked, previewTooLong, (signal) => previews.thread.run({ ...order, tex }, signal));
      return previews.turns.run(person, () => (tex ? texTurns.run(organization, draw, asked) : draw()), asked);
    },
    stickers: (person, work, asked) => {
      const draw = (order: StickerOrder) =>
        withinSeconds(mostSeconds, asked, stickersTooLong, (signal) => stickers.thread.run(order, signal));
      return stickers.turns.run(person, () => work(draw), asked);
    },
    tex,
    issuing: new InHand(),
    stop: () => {
      for (const { thread } of [originals, copies, originalsByTex, copiesByTex, stickers, previews]) thread.end();
    }
  };
}

const organizationOf = ({ facts }: Pick<PrintOrder, 'facts'>): string => facts.context.organization.id;

const certificateTooLong = (seconds: number) =>
  new Refusal('certificate_failed', `Creating this certificate takes longer than the ${seconds} seconds allowed here.`);
const previewTooLong = (seconds: number) =>
  new Refusal(
    'certificate_failed',
    `Setting this template takes longer than ${seconds} seconds. Make it simpler, or choose a calibration with fewer points.`
  );
const stickersTooLong = (seconds: number) =>
  new Refusal(
    'too_large',
    `Drawing these stickers takes longer than the ${seconds} seconds allowed here. Print fewer at once.`
  );
