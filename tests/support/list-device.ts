/** A device for tests of its lists outside a browser: the pulled collections in RxDB's memory, the local tables as plain objects. */
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { Device } from '../../src/lib/client/database/device.ts';
import type { StoredList } from '../../src/lib/client/database/local-database.ts';
import { writeRows } from '../../src/lib/client/database/pulled-rows.ts';
import { openReplicated, type ReplicatedDatabase } from '../../src/lib/client/database/replicated-database.ts';
import type { SavedLists } from '../../src/lib/client/database/saved-lists.ts';
import { anAsset } from '../../src/lib/contracts/asset-fixture.ts';

export class ListDevice {
  readonly #saved = new Map<string, StoredList>();
  readonly #dates: { id: string; dates: object[] }[] = [];
  readonly #position = { revision: 2, checkpoint: 'x', unswept: false };

  /** Called when the revisions are read on which derived fields depend. */
  revisionsRead = (): void => undefined;

  private constructor(readonly database: ReplicatedDatabase) {}

  static async open(): Promise<ListDevice> {
    return new ListDevice(await openReplicated(crypto.randomUUID(), getRxStorageMemory()));
  }

  /** An asset arrives, with the day on which it is due. */
  async pull(asset_id: string, due_date: string, organization_id = 'o'): Promise<void> {
    const asset = { ...anAsset(asset_id, { organization_id }), id: `${organization_id}-${asset_id.toLowerCase()}` };
    this.#dates.push({ id: asset.id, dates: [{ channel_id: null, due_date, last_calibrated_at: '2025-01-01' }] });
    const row = { id: asset.id, stream: organization_id, seq: 1, epoch: 0, key: '', rank: '' };
    await writeRows(this.database.assets, [{ ...row, body: JSON.stringify(asset) }], []);
  }

  /** What the next start finds. */
  readonly saved = (): SavedLists => ({ lists: [...this.#saved.values()], scope: null });

  readonly device = (): Promise<Device> => {
    const local = {
      positions: {
        get: () => Promise.resolve(this.#position),
        bulkGet: (names: string[]) => {
          this.revisionsRead();
          return Promise.resolve(names.map(() => this.#position));
        }
      },
      settings: { get: () => Promise.resolve(undefined) },
      dates: {
        toArray: () => Promise.resolve(this.#dates),
        bulkGet: (ids: string[]) => Promise.resolve(ids.map((id) => this.#dates.find((row) => row.id === id)))
      },
      lists: { put: (list: StoredList) => Promise.resolve(void this.#saved.set(list.collection, list)) }
    };
    return Promise.resolve({ local, replicated: () => Promise.resolve(this.database) } as never);
  };
}
