/**
 * The open databases of the signed-in user on this device. They are loaded and opened when first needed, so that the
 * sign-in page includes neither, and the list of assets is shown before RxDB is loaded.
 */
import { nextTask } from './next-task.ts';
import { noteOpen } from './open-tabs.ts';
import type { LocalDatabase } from './local-database.ts';
import type { ReplicatedDatabase } from './replicated-database.ts';
import { v7 as uuidV7 } from 'uuid';

export type Device = {
  readonly userId: string;
  /** This browser's name in the protocol. */
  readonly deviceId: () => Promise<string>;
  readonly local: LocalDatabase;
  /** The pulled collections; opened at the first call. */
  readonly replicated: () => Promise<ReplicatedDatabase>;
  readonly close: () => Promise<void>;
};

let current: Promise<Device> | null = null;

/**
 * Opens the data of a user; the same promise until `closeDevice`.
 *
 * @param after resolves when the screen is painted and the databases may use the processor
 */
export function openDevice(userId: string, after: Promise<unknown>): Promise<Device> {
  current ??= after.catch(() => {}).then(() => open(userId));
  return current;
}

/** The open device. @throws if nobody is signed in */
export const device = (): Promise<Device> => current ?? Promise.reject(new Error('Nobody is signed in.'));

export async function closeDevice(): Promise<void> {
  const open = current;
  current = null;
  await (await open?.catch(() => null))?.close();
}

async function open(userId: string): Promise<Device> {
  const { LocalDatabase } = await import('./local-database.ts');
  const local = new LocalDatabase(userId);
  await local.open();
  const closed = noteOpen(userId);
  let replicated: Promise<ReplicatedDatabase> | null = null;
  return {
    userId,
    deviceId: () => deviceIdIn(local),
    local,
    replicated: () => (replicated ??= openPulled(userId, local)),
    close: async () => {
      await (await replicated?.catch(() => null))?.close();
      local.close();
      closed();
    }
  };
}

/** Pulled rows can always be pulled again: if they cannot be opened they are removed, and the queue stays. */
async function openPulled(userId: string, local: LocalDatabase): Promise<ReplicatedDatabase> {
  const { openReplicated, removeReplicated } = await import('./replicated-database.ts');
  await nextTask();
  try {
    return await openReplicated(userId);
  } catch {
    const { forgetPulled } = await import('./local-database.ts');
    await forgetPulled(local);
    await removeReplicated(userId);
    return openReplicated(userId);
  }
}

async function deviceIdIn({ settings }: LocalDatabase): Promise<string> {
  const known = (await settings.get('device_id'))?.value;
  if (typeof known === 'string') return known;
  const made = uuidV7();
  await settings.put({ key: 'device_id', value: made });
  return made;
}
