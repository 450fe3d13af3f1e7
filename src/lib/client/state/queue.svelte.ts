/** The queue of saved calibrations: what waits, what needs attention, and what was applied lately. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { transition, type QueueEvent } from '#sync/client/queue-transition.ts';
import type { QueueRow } from '#sync/client/queue-row.ts';
import { MAX_PUSH_BYTES } from '#sync/protocol/limits.ts';
import { device, type Device } from '../database/device.ts';
import { sha256 } from '../database/sha256.ts';
import { browserClock } from '../sync/browser-clock.ts';
import { current } from './current.svelte.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import { asEntry, newQueueRow, type QueueLabels } from './queue-entry.ts';
import { readQueueFile, writeQueueFile } from './queue-file.ts';
import { keepStorage } from './storage.svelte.ts';

/** The calibration is not saved: the disk is full, or it is larger than the server takes. The form must keep it. */
export class SaveFailed extends Error {
  override readonly name = 'SaveFailed';
  constructor(
    readonly code: 'storage_full' | 'too_large' | 'storage_failed',
    cause?: unknown
  ) {
    super(code, { cause });
  }
}

const SHOWN_APPLIED = 50;
const ROOM_FOR_ENVELOPE = 64 * 1024;
let rows = $state.raw<readonly QueueRow[]>([]);
const entries = $derived(rows.map(asEntry));
const waiting = $derived(rows.filter(({ state }) => state === 'waiting' || state === 'sending').length);
const attention = $derived(rows.filter(({ state }) => state === 'refused').length);
let wake = () => {};

export const queue = {
  /** Unsent ones, oldest first; then the latest applied. */
  get entries(): readonly QueueEntry[] {
    return entries;
  },
  get waiting(): number {
    return waiting;
  },
  get attention(): number {
    return attention;
  },
  /**
   * Saves a calibration. It is on the disk when the promise resolves, and is sent as soon as there is a way.
   *
   * @returns its id, which stays the calibration's
   * @throws SaveFailed
   */
  async add(payload: CreateCalibrationBody, labels: QueueLabels): Promise<string> {
    const asset = current.lists?.findAsset(payload.asset_ref) ?? null;
    const row = await newQueueRow(payload, labels, asset, browserClock.now());
    refuseTooLarge(row.payload);
    await saving(async ({ local }) => {
      await local.queue.add(row);
    });
    void keepStorage();
    wake();
    return row.id;
  },
  /** Sends an entry again as it is, now. */
  resend: (id: string): Promise<void> => change(id, { type: 'resent' }),
  /**
   * Puts a corrected calibration in the entry's place; the id stays.
   *
   * @throws BytesAreFixed while the entry is being sent or may have been applied
   */
  async correct(id: string, payload: CreateCalibrationBody): Promise<void> {
    const text = JSON.stringify({ ...payload, id });
    refuseTooLarge(text);
    await change(id, { type: 'corrected', payload: text, payload_sha256: await sha256(text) });
  },
  /** Removes an entry for good, after its author has confirmed. */
  async discard(id: string): Promise<void> {
    const { local } = await device();
    await local.transaction('rw', local.queue, async () => {
      const row = await local.queue.get(id);
      if (row !== undefined && row.state !== 'sending') await local.queue.delete(id);
    });
  },
  /** What is unsent, as a file for another device of the same person. */
  async exportFile(): Promise<Blob> {
    const { local, userId } = await device();
    return writeQueueFile(userId, await local.queue.where('state').anyOf('waiting', 'sending', 'refused').toArray());
  },
  /**
   * Takes in an exported file; entries that are here already stay as they are.
   *
   * @returns how many were new
   * @throws QueueFileRefused
   */
  async importFile(file: File): Promise<number> {
    const { local, userId } = await device();
    const read = await readQueueFile(await file.text(), userId);
    let added = 0;
    await saving(() =>
      local.transaction('rw', local.queue, async () => {
        const known = new Set(
          await local.queue
            .where('id')
            .anyOf(read.map(({ id }) => id))
            .primaryKeys()
        );
        const fresh = read.filter(({ id }) => !known.has(id));
        await local.queue.bulkAdd(fresh);
        added = fresh.length;
      })
    );
    wake();
    return added;
  }
};

/** Shows the queue of a device; for the session. Answers how to end it. */
export async function followQueue({ local }: Device, onWork: () => void): Promise<() => void> {
  wake = onWork;
  const { watch } = await import('../database/watch.ts');
  const unwatch = watch(
    async () => {
      const unsent = await local.queue.where('state').anyOf('waiting', 'sending', 'refused').toArray();
      const applied = await local.queue.orderBy('applied.at').reverse().limit(SHOWN_APPLIED).toArray();
      unsent.sort((a, b) => a.created_at.localeCompare(b.created_at));
      return [...unsent, ...applied];
    },
    (found) => (rows = found)
  );
  return () => {
    unwatch();
    rows = [];
    wake = () => {};
  };
}

async function change(id: string, event: QueueEvent): Promise<void> {
  await saving(({ local }) =>
    local.transaction('rw', local.queue, async () => {
      const row = await local.queue.get(id);
      if (row !== undefined) await local.queue.put(transition(row, event, browserClock));
    })
  );
  wake();
}

function refuseTooLarge(payload: string): void {
  const travelling = new TextEncoder().encode(JSON.stringify(payload)).byteLength;
  if (travelling > MAX_PUSH_BYTES - ROOM_FOR_ENVELOPE) throw new SaveFailed('too_large');
}

/** Runs a write; whatever keeps it from the disk is a SaveFailed. */
async function saving(write: (open: Device) => Promise<void>): Promise<void> {
  const open = await device();
  try {
    await write(open);
  } catch (error) {
    if (error instanceof Error && error.name === 'BytesAreFixed') throw error;
    const inner = (error as { inner?: { name?: string } | null }).inner?.name;
    const full = inner === 'QuotaExceededError' || (error as Error).name === 'QuotaExceededError';
    throw new SaveFailed(full ? 'storage_full' : 'storage_failed', error);
  }
}
