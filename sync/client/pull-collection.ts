import type { CollectionName } from '#sync/protocol/collections.ts';
import { applyPage, finishRemoval } from './apply-page.ts';
import type { Clock } from './clock.ts';
import { keepScope } from './keep-scope.ts';
import type { QueueStore } from './queue-row.ts';
import type { ReplicaStore } from './replica.ts';
import { SyncFailure } from './sync-failure.ts';
import type { Transport } from './transport.ts';

/** Documents in one page. Details carry whole results, so fewer of them travel together. */
const PAGE: { readonly [C in CollectionName]: number } = {
  organizations: 1000,
  memberships: 1000,
  locations: 1000,
  procedures: 200,
  assets: 1000,
  calibrations: 1000,
  certificates: 1000,
  notifications: 200,
  calibration_details: 50
};

export type PullPorts = {
  readonly replica: ReplicaStore;
  readonly queue: QueueStore;
  readonly transport: Transport;
  readonly clock: Clock;
};
/** `total` is known only while a collection is pulled for the first time. */
export type PageReport = {
  readonly collection: CollectionName;
  readonly documents: number;
  readonly total: number | null;
};

/**
 * Pulls one collection until nothing is left; resumes where it stopped.
 *
 * @throws SyncFailure when the server could not be asked; `expired` when the checkpoint cannot be continued from
 */
export async function pullCollection(
  ports: PullPorts,
  collection: CollectionName,
  report: (page: PageReport) => void
): Promise<void> {
  const { replica, transport } = ports;
  for (;;) {
    const asked = await finishRemoval(replica, collection, await replica.position(collection));
    const answer = await transport.pull(collection, asked.checkpoint, PAGE[collection]);
    await keepScope(ports, answer);
    const reached = await applyPage(replica, collection, asked, answer);
    if (reached === null) continue;
    report({ collection, documents: answer.documents.length, total: answer.total ?? null });
    if (!answer.more) return sweep(replica, collection, reached);
    if (answer.checkpoint === asked.checkpoint) {
      throw new SyncFailure('broken', 'The server says that there is more, but does not move on.');
    }
  }
}

/** After all was pulled anew, what the server did not send again is no longer there. */
async function sweep(
  replica: ReplicaStore,
  collection: CollectionName,
  reached: Parameters<ReplicaStore['setPosition']>[1]
): Promise<void> {
  if (!reached.unswept) return;
  await replica.removeOlder(collection, reached.epoch);
  await replica.setPosition(collection, { ...reached, unswept: false });
}
