import type { QueueRow, QueueStore } from '#sync/client/queue-row.ts';
import type { LocalDatabase } from './local-database.ts';

/** What was applied stays this long, to be offered again should the server's database turn out to be an older one. */
const KEPT_APPLIED_MS = 90 * 24 * 60 * 60 * 1000;

/** The queue in the device's database: each `change` is one strict transaction. */
export function queueStore(database: LocalDatabase): QueueStore {
  const { queue } = database;
  return {
    inState: async (...states) => sorted(await queue.where('state').anyOf(states).toArray()),
    change: (ids, step) =>
      database.transaction('rw', queue, async () => {
        const found = (await queue.bulkGet([...ids])).filter((row) => row !== undefined);
        const gone: string[] = [];
        const kept: QueueRow[] = [];
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

const sorted = (rows: QueueRow[]) =>
  rows.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));

/** Removes applied entries that no restored database can be asked about any more. */
export async function dropOldApplied(database: LocalDatabase, now: number): Promise<void> {
  const applied = await database.queue.where('state').equals('applied').toArray();
  const old = applied.filter((row) => row.applied !== null && row.applied.at < now - KEPT_APPLIED_MS);
  await database.queue.bulkDelete(old.map(({ id }) => id));
}
