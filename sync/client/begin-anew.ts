import { COLLECTIONS, type CollectionName } from '#sync/protocol/collections.ts';
import type { Clock } from './clock.ts';
import type { QueueStore } from './queue-row.ts';
import { transition } from './queue-transition.ts';
import type { ReplicaStore } from './replica.ts';

const OFFERED_AGAIN_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * After 410 `checkpoint_expired`: the server's database may be an older one than the device has seen. What was applied in the
 * last 90 days is offered again (the server answers `duplicate` to what it has), the queue stays, and every collection is
 * pulled from the start; rows stay readable until their successors are there.
 */
export async function beginAnew({
  replica,
  queue,
  clock
}: {
  readonly replica: ReplicaStore;
  readonly queue: QueueStore;
  readonly clock: Clock;
}): Promise<void> {
  const since = clock.now() - OFFERED_AGAIN_MS;
  const recent = (await queue.inState('applied')).filter((row) => row.applied !== null && row.applied.at >= since);
  await queue.change(
    recent.map(({ id }) => id),
    (row) => transition(row, { type: 'reoffered' }, clock)
  );
  for (const collection of COLLECTIONS) await restartCollection(replica, collection);
}

/** Forgets how far a collection was read; its rows are replaced by the next pull. */
export async function restartCollection(replica: ReplicaStore, collection: CollectionName): Promise<void> {
  const { epoch } = await replica.position(collection);
  await replica.setPosition(collection, { checkpoint: null, epoch: epoch + 1, removing: [], unswept: true });
}
