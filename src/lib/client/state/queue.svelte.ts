/** The queue of saved calibrations: waiting, needing attention, and recently applied. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { BytesAreFixed, transition, type QueueEvent } from '#sync/client/queue-transition.ts';
import type { QueueRow } from '#sync/client/queue-row.ts';
import { MAX_PUSH_BYTES } from '#sync/protocol/limits.ts';
import { device, type Device } from '../database/device.ts';
import { correctionDraft } from '../database/draft.ts';
import { addUnknown } from '../database/queue-store.ts';
import { UNSENT } from '../database/unsent.ts';
import { sha256 } from '../database/sha256.ts';
import { browserClock } from '../sync/browser-clock.ts';
import { current } from './current.svelte.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import { drafts } from './drafts.svelte.ts';
import { asEntry, newQueueRow, type QueueLabels } from './queue-entry.ts';
import { readQueueFile, writeQueueFile } from './queue-file.ts';
import { edits, fileRows, type OfAsset } from './edits.svelte.ts';
import { SaveFailed, saveLocally } from './save-locally.ts';
import { keepStorage } from './storage.svelte.ts';

const SHOWN_APPLIED = 50;
const ROOM_FOR_ENVELOPE = 64 * 1024;
/** Null until the device has answered. */
let read = $state.raw<readonly QueueRow[] | null>(null);
const rows = $derived(read ?? []);
const entries = $derived(rows.map(asEntry));
const waiting = $derived(rows.filter(({ state }) => state === 'waiting' || state === 'sending').length);
const attention = $derived(rows.filter(({ state }) => state === 'refused').length);
let wake = () => {};

export const queue = {
  /** Whether the device has been asked: until then nothing is known about what waits. */
  get ready(): boolean {
    return read !== null && edits.ready;
  },
  /** Unsent ones, oldest first; then the latest applied. */
  get entries(): readonly QueueEntry[] {
    return entries;
  },
  /** How many are on their way, edits included. */
  get waiting(): number {
    return waiting + edits.waiting;
  },
  get attention(): number {
    return attention + edits.attention;
  },
  /**
   * Saves a calibration with its files. They are on the disk when the promise resolves, and are sent as soon as possible.
   *
   * @returns its id, which remains the calibration's
   * @throws SaveFailed
   */
  async add(
    payload: CreateCalibrationBody,
    labels: QueueLabels,
    files: readonly File[] = [],
    of: OfAsset | null = null
  ): Promise<string> {
    const asset = current.lists?.findAsset(payload.asset_ref) ?? null;
    const row = await newQueueRow(payload, labels, asset, browserClock.now());
    refuseTooLarge(row.payload);
    const attached = of === null ? [] : fileRows(of, row.id, files);
    await saveLocally(({ local }) =>
      local.transaction('rw', [local.queue, local.edits], async () => {
        await local.queue.add(row);
        await local.edits.bulkAdd([...attached]);
      })
    );
    void keepStorage();
    wake();
    return row.id;
  },
  /** Sends an entry again unchanged, now: a correction that was begun is given up. */
  async resend(id: string): Promise<void> {
    await change(id, { type: 'resent' });
    await forgetCorrection(id);
  },
  /**
   * Replaces the entry with a corrected calibration; the id stays.
   *
   * @throws SaveFailed `gone` if another tab has removed it, or sent it again: it may have been applied
   */
  async correct(id: string, payload: CreateCalibrationBody): Promise<void> {
    const text = JSON.stringify({ ...payload, id });
    refuseTooLarge(text);
    const event: QueueEvent = { type: 'corrected', payload: text, payload_sha256: await sha256(text) };
    const isThere = await change(id, event).catch((error: unknown) => {
      if (error instanceof BytesAreFixed) return false;
      throw error;
    });
    if (!isThere) throw new SaveFailed('gone');
  },
  /** Removes an entry with its files for good, after its author has confirmed. */
  async discard(id: string): Promise<void> {
    const { local } = await device();
    await local.transaction('rw', [local.queue, local.edits], async () => {
      const row = await local.queue.get(id);
      if (row === undefined || row.state === 'sending') return;
      await local.queue.delete(id);
      const unsent = local.edits.where('state').anyOf(UNSENT);
      await unsent.filter(({ calibration_id: of }) => of === id).delete();
    });
    await forgetCorrection(id);
  },
  /** The unsent entries, as a file for another device of the same person. */
  async exportFile(): Promise<Blob> {
    const { local, userId } = await device();
    const [rows, done] = await Promise.all([
      local.queue.where('state').anyOf(UNSENT).toArray(),
      local.edits.where('state').anyOf(UNSENT).toArray()
    ]);
    return writeQueueFile(userId, rows, done);
  },
  /**
   * Imports an exported file; entries that already exist stay unchanged.
   *
   * @returns how many were new
   * @throws QueueFileRefused
   */
  async importFile(file: File): Promise<number> {
    const { local, userId } = await device();
    const read = await readQueueFile(await file.text(), userId);
    let added = 0;
    await saveLocally(() =>
      local.transaction('rw', [local.queue, local.edits], async () => {
        added = (await addUnknown(local.queue, read.rows)) + (await addUnknown(local.edits, read.edits));
      })
    );
    wake();
    return added;
  }
};

/** Shows the queue of a device; for the session. Returns a function that ends it. */
export async function followQueue({ local }: Device, onWork: () => void): Promise<() => void> {
  wake = onWork;
  const { watch } = await import('../database/watch.ts');
  const unwatch = watch(
    async () => {
      const unsent = await local.queue.where('state').anyOf(UNSENT).toArray();
      const applied = await local.queue.orderBy('applied.at').reverse().limit(SHOWN_APPLIED).toArray();
      unsent.sort((a, b) => a.created_at.localeCompare(b.created_at));
      return [...unsent, ...applied];
    },
    (found) => (read = found)
  );
  return () => {
    unwatch();
    read = null;
    wake = () => {};
  };
}

/** A draft that cannot be removed is only in the way. */
const forgetCorrection = (id: string): Promise<void> => drafts.remove(correctionDraft(id)).catch(() => undefined);

/** @returns whether the entry is there */
async function change(id: string, event: QueueEvent): Promise<boolean> {
  let isThere = false;
  await saveLocally(({ local }) =>
    local.transaction('rw', local.queue, async () => {
      const row = await local.queue.get(id);
      isThere = row !== undefined;
      if (row !== undefined) await local.queue.put(transition(row, event, browserClock));
    })
  );
  wake();
  return isThere;
}

function refuseTooLarge(payload: string): void {
  const travelling = new TextEncoder().encode(JSON.stringify(payload)).byteLength;
  if (travelling > MAX_PUSH_BYTES - ROOM_FOR_ENVELOPE) throw new SaveFailed('too_large');
}
