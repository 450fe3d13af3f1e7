import type { CollectionName } from '#sync/protocol/collections.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import { applyPage, finishRemoval } from './apply-page.ts';
import { restartCollection } from './begin-anew.ts';
import type { Clock } from './clock.ts';
import { keepGone } from './keep-lost.ts';
import { keepScope } from './keep-scope.ts';
import type { QueueStore } from './queue-row.ts';
import type { Position, ReplicaStore } from './replica.ts';
import { SyncFailure } from './sync-failure.ts';
import type { Transport } from './transport.ts';

/** Documents in one page. Details contain full results, so their pages are smaller. */
const PAGE: { readonly [C in CollectionName]: number } = {
  organizations: 1000,
  memberships: 1000,
  locations: 1000,
  procedures: 200,
  assets: 1000,
  calibrations: 1000,
  certificates: 1000,
  notifications: 200,
  calibration_details: 100
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
  /** Whether a record may have come, changed or gone. */
  readonly changed: boolean;
  readonly total: number | null;
};

/** A page that was asked for before it was needed. */
type Ahead = { readonly checkpoint: string; readonly epoch: number; readonly answer: Promise<PullAnswer> };

/**
 * Pulls one collection until nothing is left; resumes where it stopped. While a page is being written, the next one is on its way.
 *
 * @throws SyncFailure if the server could not be reached; `expired` if the checkpoint is no longer valid; `busy` while processes of two
 *   versions answer in turns, each with another shape of the documents
 */
export async function pullCollection(
  ports: PullPorts,
  collection: CollectionName,
  report: (page: PageReport) => void
): Promise<void> {
  const { replica, transport } = ports;
  const ask = (checkpoint: string | null) => transport.pull(collection, checkpoint, PAGE[collection]);
  let ahead: Ahead | null = null;
  let restarted = false;
  for (;;) {
    const asked = await finishRemoval(replica, collection, await replica.position(collection));
    // Another tab may have moved on meanwhile, or all may have to be read again: then what was asked for ahead is dropped.
    const answer: PullAnswer = await (isFor(ahead, asked) ? ahead.answer : ask(asked.checkpoint));
    ahead = null;
    await keepScope(ports, answer);
    if (mustRestart(asked, answer)) {
      await restartCollection(replica, collection);
      if (restarted) throw new SyncFailure('busy', 'The server is being updated.');
      restarted = true;
      continue;
    }
    if (answer.more && answer.checkpoint !== asked.checkpoint) {
      ahead = { checkpoint: answer.checkpoint, epoch: asked.epoch, answer: begun(ask(answer.checkpoint)) };
    }
    const reached = await applyPage(replica, collection, asked, answer, ports.clock.now());
    if (reached === null) continue;
    const { documents, removed, total = null } = answer;
    const changed = documents.length > 0 || removed.length > 0 || asked.unswept;
    report({ collection, documents: documents.length, changed, total });
    if (!answer.more) return sweep(ports, collection, reached, answer.scope);
    if (answer.checkpoint === asked.checkpoint) {
      throw new SyncFailure('broken', 'The server says that there is more, but does not move on.');
    }
  }
}

const isFor = (ahead: Ahead | null, asked: Position): ahead is Ahead =>
  ahead !== null && ahead.checkpoint === asked.checkpoint && ahead.epoch === asked.epoch;

/** Its failure is reported when it is awaited; by then, something else may have failed. */
function begun<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** After a full pull, rows that the server did not send again no longer exist. */
async function sweep(
  { replica, clock }: PullPorts,
  collection: CollectionName,
  reached: Position,
  scope: readonly string[]
): Promise<void> {
  if (!reached.unswept) return;
  if (reached.putBack) await keepGone(replica, collection, reached.epoch, scope, clock.now());
  await replica.removeOlder(collection, reached.epoch);
  await replica.setPosition(collection, { ...reached, unswept: false, putBack: false });
}

/**
 * The shape of the documents has changed; or an organization is back in scope whose rows were removed here, although
 * the checkpoint counts them as read.
 */
function mustRestart({ checkpoint, shape, dropped }: Position, answer: PullAnswer): boolean {
  if (checkpoint === null) return false;
  return shape !== answer.shape || dropped.some((stream) => !answer.removed.includes(stream));
}
