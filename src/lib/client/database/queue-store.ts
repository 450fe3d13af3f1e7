import type { Table } from 'dexie';
import type { QueueStore, Sendable } from '#sync/client/queue-row.ts';
import type { LocalDatabase } from './local-database.ts';

/** Applied entries are kept this long, to be sent again if the server's database is replaced by an older one. */
const KEPT_APPLIED_MS = 90 * 24 * 60 * 60 * 1000;
/** A photo that has arrived is on the server; here it only uses space. */
const KEPT_PHOTO_MS = 24 * 60 * 60 * 1000;

/** The queue, or the edits, in the device's database: each `change` is one strict transaction. */
export function queueStore<Row extends Sendable>(database: LocalDatabase, queue: Table<Row, string>): QueueStore<Row> {
  return {
    inState: async (...states) => sorted(await queue.where('state').anyOf(states).toArray()),
    change: (ids, step) =>
      database.transaction('rw', queue, async () => {
        const found = (await queue.bulkGet([...ids])).filter((row) => row !== undefined);
        const gone: string[] = [];
        const kept: Row[] = [];
        for (const row of found) {
          const next = step(row);
          if (next === null) gone.push(row.id);
          else if (next !== row) kept.push(next);
        }
        await queue.bulkPut(kept);
        await queue.bulkDelete(gone);
      })
  };
}

const sorted = <Row extends Sendable>(rows: Row[]) =>
  rows.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));

/** Removes applied entries that are too old to be missing in a restored database. */
export async function dropOldApplied(database: LocalDatabase, now: number): Promise<void> {
  const isOlder = ({ applied }: Sendable, than: number) => applied !== null && applied.at < now - than;
  const applied = await database.queue.where('state').equals('applied').toArray();
  await database.queue.bulkDelete(applied.filter((row) => isOlder(row, KEPT_APPLIED_MS)).map(({ id }) => id));
  const edits = await database.edits.where('state').equals('applied').toArray();
  const old = edits.filter((row) => isOlder(row, row.file === null ? KEPT_APPLIED_MS : KEPT_PHOTO_MS));
  await database.edits.bulkDelete(old.map(({ id }) => id));
}

/** Adds the rows that do not exist yet. @returns how many */
export async function addUnknown<Row extends { readonly id: string }>(table: Table<Row, string>, read: readonly Row[]) {
  const ids = read.map(({ id }) => id);
  const known = new Set(await table.where('id').anyOf(ids).primaryKeys());
  const fresh = read.filter(({ id }) => !known.has(id));
  await table.bulkAdd(fresh);
  return fresh.length;
}
