/** Records that the server has lost since older data were restored: kept on this device to view and export. */
import { device, type Device } from '../database/device.ts';
import { asLostRecord, type LostRecord } from './lost-record.ts';

export type { LostRecord } from './lost-record.ts';

const SHOWN = 200;
/** Null until the device has answered. */
let read = $state.raw<{ readonly count: number; readonly shown: readonly LostRecord[] } | null>(null);

/** The points of a calibration belong to its header, which is listed. */
const listed = ({ local }: Pick<Device, 'local'>) =>
  local.lost.filter(({ collection }) => collection !== 'calibration_details');

export const lostRecords = {
  /** Whether the device has been asked. */
  get ready(): boolean {
    return read !== null;
  },
  get count(): number {
    return read?.count ?? 0;
  },
  /** The first of them. */
  get shown(): readonly LostRecord[] {
    return read?.shown ?? [];
  },
  /** All of them, complete, as this device received them. */
  async exportFile(): Promise<Blob> {
    const { local, userId } = await device();
    const file = { format: 'plumbline-lost', version: 1, user_id: userId, records: await local.lost.toArray() };
    return new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' });
  },
  /** Removes them from this device for good. */
  async dismiss(): Promise<void> {
    const { local } = await device();
    await local.lost.clear();
  }
};

/** Shows what was lost, for the session. Returns a function that ends it. */
export async function followLost(open: Device): Promise<() => void> {
  const { watch } = await import('../database/watch.ts');
  const unwatch = watch(
    async () => {
      if ((await open.local.lost.count()) === 0) return { total: 0, rows: [] };
      return { total: await listed(open).count(), rows: await listed(open).limit(SHOWN).toArray() };
    },
    ({ total, rows }) => (read = { count: total, shown: rows.map(asLostRecord) })
  );
  return () => {
    unwatch();
    read = null;
  };
}
