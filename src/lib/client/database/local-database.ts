/**
 * One user's data that exists only on this device: plain Dexie, every transaction is on the disk before it counts. The
 * queue, the edits and the drafts are the only records here that exist nowhere else.
 */
import { Dexie, type Table } from 'dexie';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { ChannelDates } from '#lib/laboratory/calibration-status.ts';
import type { LostRow, Position } from '#sync/client/replica.ts';
import type { EditRow } from '#sync/client/edit-row.ts';
import { withTodaysNames } from '#sync/client/earlier-rows.ts';
import type { QueueRow, Sendable } from '#sync/client/queue-row.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import type { Draft } from './draft.ts';
import { localDatabaseName } from './local-database-name.ts';
import { UNSENT } from './unsent.ts';

export type StoredPosition = Position & {
  readonly collection: CollectionName;
  /** Odd while rows are being written, even between; a list that was saved at another number is out of date. */
  readonly revision: number;
};
/** The dates of an asset, reduced from its calibrations when these are pulled. `id` is the asset's. */
export type StoredDates = { readonly id: string; readonly stream: string; readonly dates: readonly ChannelDates[] };
/** A saved list, for a start without reading every row (columns.ts). */
export type StoredList = {
  readonly collection: CollectionName;
  readonly revision: number;
  /** Everything else that the list was made from. */
  readonly rest: string;
  readonly columns: string;
};

export class LocalDatabase extends Dexie {
  declare readonly queue: Table<QueueRow, string>;
  /** Offline changes other than calibrations. */
  declare readonly edits: Table<EditRow, string>;
  declare readonly drafts: Table<Draft, string>;
  declare readonly settings: Table<{ key: string; value: unknown }, string>;
  declare readonly positions: Table<StoredPosition, string>;
  declare readonly dates: Table<StoredDates, string>;
  declare readonly lists: Table<StoredList, string>;
  /** Records that the server has lost since older data were restored, by collection and id. */
  declare readonly lost: Table<LostRow, [CollectionName, string]>;
  /** Complete calibrations that were opened and that sync does not include. */
  declare readonly opened: Table<Calibration, string>;

  constructor(userId: string) {
    super(localDatabaseName(userId), { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      queue: 'id, state, applied.at',
      drafts: 'id',
      settings: 'key',
      positions: 'collection',
      dates: 'id, stream',
      lists: 'collection',
      opened: 'id, organization_id'
    });
    this.version(2).stores({ lost: '[collection+id], stream' });
    this.version(3).stores({ edits: 'id, state, applied.at' });
    this.version(4).upgrade(async (transaction) => {
      for (const table of [transaction.table('queue'), transaction.table('edits')]) {
        await table.toCollection().modify((row: Sendable, stored: { value: Sendable }) => {
          stored.value = withTodaysNames(row);
        });
      }
    });
  }
}

/** Removes everything in a user's `LocalDatabase`. */
export const removeLocalDatabase = (userId: string): Promise<void> => Dexie.delete(localDatabaseName(userId));

/** How many calibrations and edits of a user wait on this device, without creating a database if there was none. */
export async function countUnsent(userId: string): Promise<number> {
  if (!(await Dexie.exists(localDatabaseName(userId)))) return 0;
  const database = new LocalDatabase(userId);
  try {
    const counts = [database.queue, database.edits].map((table) => table.where('state').anyOf(UNSENT).count());
    const [queue = 0, edits = 0] = await Promise.all(counts);
    return queue + edits;
  } finally {
    database.close();
  }
}

/** Deletes what was pulled and keeps what exists nowhere else: queue, edits, drafts and settings. */
export async function forgetPulled(database: LocalDatabase): Promise<void> {
  const { positions, dates, lists, opened } = database;
  await database.transaction('rw', [positions, dates, lists, opened], () =>
    Promise.all([positions.clear(), dates.clear(), lists.clear(), opened.clear()])
  );
  await database.settings.delete('scope');
}

/** Keeps unsent calibrations, edits and drafts of a user, and nothing else. Returns whether there are any. */
export async function keepOnlyUnsent(userId: string): Promise<boolean> {
  const database = new LocalDatabase(userId);
  try {
    await forgetPulled(database);
    await database.queue.where('state').equals('applied').delete();
    await database.edits.where('state').equals('applied').delete();
    await database.lost.clear();
    const counts = [database.queue, database.edits, database.drafts].map((table) => table.count());
    return (await Promise.all(counts)).some((count) => count > 0);
  } finally {
    database.close();
  }
}
