import type { CollectionName } from '#sync/protocol/collections.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import { keepNewer } from './keep-lost.ts';
import type { Origin, Position, ReplicaRow, ReplicaStore } from './replica.ts';

type Incoming = PullAnswer['documents'][number];

/**
 * Whether an incoming document replaces the stored row. Numbers are compared within one stream of one epoch only: a
 * record that moved to another organization has an unrelated number there.
 */
export function replaces(incoming: Incoming, existing: Origin | undefined, epoch: number): boolean {
  if (existing === undefined) return !incoming._deleted;
  if (existing.stream !== incoming._stream) return !incoming._deleted;
  return existing.epoch < epoch || existing.seq < incoming._seq;
}

/**
 * Writes one page: documents first, then the checkpoint together with what has to be removed, then the removal. A crash
 * between any two of these is healed by pulling the page again, or by `finishRemoval`.
 *
 * @returns the new position; null if another tab has moved on and the page was dropped
 */
export async function applyPage(
  replica: ReplicaStore,
  collection: CollectionName,
  asked: Position,
  answer: PullAnswer,
  now: number
): Promise<Position | null> {
  const { rows, removed } = decide(answer.documents, asked.epoch, await replica.origins(collection, idsOf(answer)));
  const current = await replica.position(collection);
  if (current.checkpoint !== asked.checkpoint || current.epoch !== asked.epoch) return null;
  if (asked.putBack) await keepNewer(replica, collection, asked.epoch, rows, now);
  await replica.write(collection, rows, removed);
  await replica.dropGone(
    collection,
    rows.map(({ id }) => id)
  );
  // Streams are read one after the other; only the last page of a pull shows that each was read to its end.
  const complete = answer.more ? asked.complete?.filter((stream) => !answer.removed.includes(stream)) : answer.scope;
  const { checkpoint, shape } = answer;
  const next: Position = { ...asked, checkpoint, shape, removing: answer.removed, dropped: [], complete };
  await replica.setPosition(collection, next);
  return finishRemoval(replica, collection, next);
}

/** Removes the rows of streams no longer in scope; called before each pull too, in case of a crash in between. */
export async function finishRemoval(
  replica: ReplicaStore,
  collection: CollectionName,
  position: Position
): Promise<Position> {
  if (position.removing.length === 0) return position;
  await replica.removeStreams(collection, position.removing);
  const done: Position = { ...position, removing: [] };
  await replica.setPosition(collection, done);
  return done;
}

const idsOf = (answer: PullAnswer) => [...new Set(answer.documents.map(({ id }) => id))];

/**
 * Processes a page in order: a record that moved is in it twice, deleted from one stream and present in another, in
 * either order.
 */
function decide(documents: readonly Incoming[], epoch: number, origins: ReadonlyMap<string, Origin>) {
  const rows = new Map<string, ReplicaRow>();
  const removed = new Set<string>();
  for (const incoming of documents) {
    const id = incoming.id;
    const existing = rows.get(id) ?? (removed.has(id) ? undefined : origins.get(id));
    if (!replaces(incoming, existing, epoch)) continue;
    if (incoming._deleted) {
      rows.delete(id);
      removed.add(id);
    } else {
      rows.set(id, rowOf(incoming, epoch));
      removed.delete(id);
    }
  }
  return { rows: [...rows.values()], removed: [...removed] };
}

function rowOf({ _stream, _seq, _deleted: _, ...document }: Incoming, epoch: number): ReplicaRow {
  return { id: document.id, stream: _stream, seq: _seq, epoch, document };
}
