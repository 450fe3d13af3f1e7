import type { ReplicaStore } from '#sync/client/replica.ts';
import { memoryReplica } from '#sync/client/testing/memory-replica.ts';
import { COLLECTIONS } from '#sync/protocol/collections.ts';
import { journal, type Room } from './journal.ts';

const CHANGES = [
  'setPosition',
  'write',
  'removeStreams',
  'keepLost',
  'dropGone',
  'removeOlder',
  'setScope'
] as const satisfies readonly (keyof ReplicaStore)[];
type Change = (typeof CHANGES)[number];
type Line = readonly [change: Change, given: readonly unknown[]];
type Replica = ReturnType<typeof memoryReplica>;

/** Pulled rows as they stand in a file of changes, each of which is there before it counts. */
export function openReplica(path: string, room: Room): Replica {
  const lines = journal<Line>(path, room);
  const replica = memoryReplica();
  const run = ([change, given]: Line) => (replica[change] as (...given: readonly unknown[]) => Promise<void>)(...given);
  for (const line of lines.read()) void run(line);
  const kept = Object.fromEntries(
    CHANGES.map((change) => [
      change,
      async (...given: readonly unknown[]) => {
        lines.append([change, given]);
        await run([change, given]);
      }
    ])
  );
  return { ...replica, ...kept };
}

/** Everything in it, `collection/id` to its document. */
export const documentsOf = ({ ids, row }: Replica): ReadonlyMap<string, object> =>
  new Map(
    COLLECTIONS.flatMap((collection) =>
      ids(collection).map((id) => [`${collection}/${id}`, row(collection, id)?.document ?? {}] as const)
    )
  );
