import { device, type Device } from '../database/device.ts';
import { isFull } from '../database/is-full.ts';
import { writeFirst } from '../files/write-first.ts';

/** Not saved: the disk is full, it is larger than the server accepts, or what it replaces was sent or removed. The form must keep it. */
export class SaveFailed extends Error {
  override readonly name = 'SaveFailed';
  constructor(
    readonly code: 'storage_full' | 'too_large' | 'storage_failed' | 'gone',
    cause?: unknown
  ) {
    super(code, { cause });
  }
}

/** Runs a write before which files leave if the device is full; every failure to store it is a SaveFailed. */
export async function saveLocally(write: (open: Device) => Promise<void>): Promise<void> {
  const open = await device();
  try {
    await writeFirst(() => write(open));
  } catch (error) {
    if (error instanceof Error && error.name === 'BytesAreFixed') throw error;
    throw new SaveFailed(isFull(error) ? 'storage_full' : 'storage_failed', error);
  }
}
