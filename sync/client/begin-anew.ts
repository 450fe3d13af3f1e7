import { COLLECTIONS, type CollectionName } from '#sync/protocol/collections.ts';
import type { Clock } from './clock.ts';
import type { EditStore } from './edit-row.ts';
import type { QueueStore, Sendable } from './queue-row.ts';
import { transition } from './queue-transition.ts';
import type { ReplicaStore } from './replica.ts';
import type { Expired } from './sync-failure.ts';

const OFFERED_AGAIN_MS = 90 * 24 * 60 * 60 * 1000;

type Ports = {
  readonly replica: ReplicaStore;
  readonly queue: QueueStore;
  readonly edits?: EditStore | undefined;
  readonly clock: Clock;
};

/**
 * After 410 `checkpoint_expired`. Where the server's data may be older than what the device has seen, what was applied in the
 * last 90 days is offered again (the server answers `duplicate` to what it has). The queue stays, and every collection is
 * pulled from the start; rows stay readable until their successors are there, and what does not come again is kept as lost.
 *
 * Cut off anywhere it is asked for again: which data these are is taken over last.
 */
export async function beginAnew(ports: Ports, { generation, older }: Expired): Promise<void> {
  const { replica } = ports;
  if (older) await offerAgain(ports, () => true);
  // The server knows an edit that it has by its id.
  if (older && ports.edits !== undefined) await offerAgain({ queue: ports.edits, clock: ports.clock }, () => true);
  for (const collection of COLLECTIONS) await restartCollection(replica, collection, older);
  const scope = await replica.scope();
  if (scope !== null) await replica.setScope({ ...scope, generation });
}

/** Offers the selected entries that were applied in the last 90 days again. */
export async function offerAgain<Row extends Sendable>(
  { queue, clock }: { readonly queue: QueueStore<Row>; readonly clock: Clock },
  isMeant: (row: Row) => boolean
): Promise<void> {
  const since = clock.now() - OFFERED_AGAIN_MS;
  const recent = (await queue.inState('applied')).filter((row) => row.applied !== null && row.applied.at >= since);
  await queue.change(
    recent.filter(isMeant).map(({ id }) => id),
    (row) => transition(row, { type: 'reoffered' }, clock)
  );
}

/** Forgets how far a collection was read; its rows are replaced by the next pull. */
export async function restartCollection(
  replica: ReplicaStore,
  collection: CollectionName,
  putBack = false
): Promise<void> {
  const { epoch, unswept, putBack: before } = await replica.position(collection);
  await replica.setPosition(collection, {
    checkpoint: null,
    epoch: epoch + 1,
    removing: [],
    dropped: [],
    unswept: true,
    // A pull that started for that reason and did not finish still counts.
    putBack: putBack || (unswept && before),
    shape: null,
    complete: []
  });
}
