/**
 * The pulled rows, in RxDB on its Dexie storage: one collection for each synced one, all of the same simple shape, so
 * that a new field of a document needs no migration on devices. Writes are as durable as the checkpoint that follows
 * them.
 */
import {
  createRxDatabase,
  removeRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorage
} from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { COLLECTIONS, type CollectionName } from '#sync/protocol/collections.ts';
import { nextTask } from './next-task.ts';
import { sha256 } from './sha256.ts';

/** One pulled document. `body` is its JSON text: the storage copies a text in one go, a tree field by field. */
export type PulledRow = {
  readonly id: string;
  readonly stream: string;
  readonly seq: number;
  readonly epoch: number;
  /** Calibrations: the asset. Otherwise empty. */
  readonly key: string;
  /** Calibrations: sorts the latest recorded first (`latestFirst`); the storage reads indexes upwards only. */
  readonly rank: string;
  readonly body: string;
};
export type PulledCollection = RxCollection<PulledRow>;
export type ReplicatedDatabase = RxDatabase<Record<CollectionName, PulledCollection>>;

const schemaOf = (collection: CollectionName): RxJsonSchema<PulledRow> => ({
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 73 },
    stream: { type: 'string' },
    seq: { type: 'number' },
    epoch: { type: 'number' },
    key: { type: 'string', maxLength: 36 },
    rank: { type: 'string', maxLength: 16 },
    body: { type: 'string' }
  },
  required: ['id', 'stream', 'seq', 'epoch', 'key', 'rank', 'body'],
  indexes: collection === 'calibrations' ? ['key', 'rank'] : []
});

/** A text that sorts earlier the later the instant. */
export const latestFirst = (instant: string): string => String(1e15 - Date.parse(instant)).padStart(16, '0');

const storage = () => getRxStorageDexie({ chromeTransactionDurability: 'strict' });
const nameOf = (userId: string) => `plumbline-${userId}`;

/** Opens the pulled collections of a user; all tabs of the device see the same rows and each other's changes. */
export async function openReplicated(
  userId: string,
  storedIn: RxStorage<unknown, unknown> = storage()
): Promise<ReplicatedDatabase> {
  const database = await createRxDatabase<Record<CollectionName, PulledCollection>>({
    name: nameOf(userId),
    storage: storedIn,
    multiInstance: true,
    closeDuplicates: true,
    hashFunction: async (input) => sha256(typeof input === 'string' ? input : await new Response(input).text())
  });
  await nextTask();
  try {
    await database.addCollections(
      Object.fromEntries(COLLECTIONS.map((name) => [name, { schema: schemaOf(name) }])) as Record<
        CollectionName,
        { schema: RxJsonSchema<PulledRow> }
      >
    );
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Removes every pulled row of a user, and the emptied databases if the browser can list them. */
export async function removeReplicated(userId: string): Promise<void> {
  await removeRxDatabase(nameOf(userId), storage());
  const all = (await indexedDB.databases?.().catch(() => [])) ?? [];
  for (const { name } of all) if (name?.startsWith(`rxdb-dexie-${nameOf(userId)}--`)) indexedDB.deleteDatabase(name);
}
