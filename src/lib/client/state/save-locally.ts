import { device, type Device } from '../database/device.ts';

/** Not saved: the disk is full, or it is larger than the server accepts. The form must keep it. */
export class SaveFailed extends Error {
  override readonly name = 'SaveFailed';
  constructor(
    readonly code: 'storage_full' | 'too_large' | 'storage_failed',
    cause?: unknown
  ) {
    super(code, { cause });
  }
}

/** Runs a write; every failure to store it is a SaveFailed. */
export async function saveLocally(write: (open: Device) => Promise<void>): Promise<void> {
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
