/** Offline changes other than calibrations: tasks, photos and files of calibrations, until the server has them and a while after. */
import { v7 as uuidV7 } from 'uuid';
import type { Asset } from '#lib/contracts/assets.ts';
import type { TaskDoneBody } from '#lib/contracts/tasks.ts';
import { EDIT_FORMAT, type EditRow } from '#sync/client/edit-row.ts';
import { transition } from '#sync/client/queue-transition.ts';
import { device, type Device } from '../database/device.ts';
import { UNSENT } from '../database/unsent.ts';
import { browserClock } from '../sync/browser-clock.ts';
import { saveLocally } from './save-locally.ts';
import { keepStorage } from './storage.svelte.ts';

const SHOWN_APPLIED = 50;
/** The server judges a file by its name and its contents. */
const ANY_TYPE = 'application/octet-stream';
/** Null until the device has answered. */
let read = $state.raw<readonly EditRow[] | null>(null);
const rows = $derived(read ?? []);
const waiting = $derived(rows.filter(({ state }) => state === 'waiting' || state === 'sending').length);
const attention = $derived(rows.filter(({ state }) => state === 'refused').length);
let wake = () => {};

export type OfAsset = Pick<Asset, 'id' | 'asset_id' | 'organization_id'>;

export const edits = {
  /** Whether the device has been asked. */
  get ready(): boolean {
    return read !== null;
  },
  /** Unsent ones in the order in which they were made; then the latest recorded. */
  get all(): readonly EditRow[] {
    return rows;
  },
  get waiting(): number {
    return waiting;
  },
  get attention(): number {
    return attention;
  },
  /** Saves a completed task. It is on the disk when the promise resolves. @throws SaveFailed */
  taskDone: (asset: OfAsset, task: { readonly id: string; readonly name: string }, body: TaskDoneBody): Promise<void> =>
    add(asset, { kind: 'task_done', label: task.name, task_id: task.id, payload: JSON.stringify(body), file: null }),
  /** Saves a photo. @throws SaveFailed */
  photo: (asset: OfAsset, file: Blob): Promise<void> =>
    add(asset, { kind: 'asset_photo', label: '', task_id: null, payload: file.type, file }),
  /** Saves files of a calibration, which may still be in the queue. @throws SaveFailed */
  async calibrationFiles(asset: OfAsset, calibrationId: string, files: readonly File[]): Promise<void> {
    await store(fileRows(asset, calibrationId, files));
  },
  /** Sends one again unchanged, now. */
  async resend(id: string): Promise<void> {
    await saveLocally(({ local }) =>
      local.transaction('rw', local.edits, async () => {
        const row = await local.edits.get(id);
        if (row !== undefined) await local.edits.put(transition(row, { type: 'resent' }, browserClock));
      })
    );
    wake();
  },
  /** Removes one for good, after its author has confirmed. */
  async discard(id: string): Promise<void> {
    const { local } = await device();
    await local.transaction('rw', local.edits, async () => {
      const row = await local.edits.get(id);
      if (row !== undefined && row.state !== 'sending') await local.edits.delete(id);
    });
  }
};

async function add(
  asset: OfAsset,
  edit: Pick<EditRow, 'kind' | 'label' | 'task_id' | 'payload' | 'file'>
): Promise<void> {
  await store([newRow(asset, edit)]);
}

/** What waits for its calibration, one row for each file; for the transaction that stores the calibration as well. */
export const fileRows = (asset: OfAsset, calibrationId: string, files: readonly File[]): readonly EditRow[] =>
  files.map((file) => ({
    ...newRow(asset, { kind: 'calibration_file', label: file.name, task_id: null, payload: ANY_TYPE, file }),
    calibration_id: calibrationId
  }));

function newRow(asset: OfAsset, edit: Pick<EditRow, 'kind' | 'label' | 'task_id' | 'payload' | 'file'>): EditRow {
  const now = browserClock.now();
  return {
    ...edit,
    id: uuidV7({ msecs: now }),
    state: 'waiting',
    format: EDIT_FORMAT,
    asset_id: asset.id,
    asset_label: asset.asset_id,
    organization_id: asset.organization_id,
    created_at: new Date(now).toISOString(),
    in_doubt: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    applied: null
  };
}

async function store(added: readonly EditRow[]): Promise<void> {
  await saveLocally(async ({ local }) => {
    await local.edits.bulkAdd([...added]);
  });
  void keepStorage();
  wake();
}

/** Shows the edits of a device; for the session. Returns a function that ends it. */
export async function followEdits({ local }: Device, onWork: () => void): Promise<() => void> {
  wake = onWork;
  const { watch } = await import('../database/watch.ts');
  const unwatch = watch(
    async () => {
      const unsent = await local.edits.where('state').anyOf(UNSENT).toArray();
      const applied = await local.edits.orderBy('applied.at').reverse().limit(SHOWN_APPLIED).toArray();
      return [...unsent.sort((a, b) => a.created_at.localeCompare(b.created_at)), ...applied];
    },
    (found) => (read = found)
  );
  return () => {
    unwatch();
    read = null;
    wake = () => {};
  };
}
