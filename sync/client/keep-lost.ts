/** What the server had sent and, after older data were put back, does not have any more: kept for its reader to see and export. */
import { NO_ORGANIZATION, type CollectionName } from '#sync/protocol/collections.ts';
import type { LostRow, ReplicaRow, ReplicaStore } from './replica.ts';

/** Told anew by the server itself, or a part of what is kept anyway. */
const NOT_KEPT: readonly CollectionName[] = ['notifications', 'certificates'];

/** What did not come again. Of organizations that the reader has left nothing is kept. */
export async function keepGone(
  replica: ReplicaStore,
  collection: CollectionName,
  epoch: number,
  scope: readonly string[],
  now: number
): Promise<void> {
  if (NOT_KEPT.includes(collection)) return;
  const gone = (await replica.olderRows(collection, epoch)).filter(
    ({ stream }) => stream === NO_ORGANIZATION || scope.includes(stream)
  );
  await replica.keepLost(gone.map((row) => lostRow(collection, row, 'gone', now)));
}

/** What comes again as it was before its last change. */
export async function keepNewer(
  replica: ReplicaStore,
  collection: CollectionName,
  epoch: number,
  coming: readonly ReplicaRow[],
  now: number
): Promise<void> {
  const before = await replica.olderRows(
    collection,
    epoch,
    coming.map(({ id }) => id)
  );
  const comes = new Map(coming.map((row) => [row.id, row.document]));
  const newer = before.filter(({ id, document }) => isNewer(document, comes.get(id) ?? {}));
  if (newer.length > 0) await replica.keepLost(newer.map((row) => lostRow(collection, row, 'older', now)));
}

type Dated = { readonly updated_at?: unknown; readonly voided?: unknown; readonly reviewed?: unknown };

/** Judged by what the records say of themselves: numbers of streams that were put back say nothing. */
function isNewer(held: Dated, comes: Dated): boolean {
  if (typeof held.updated_at === 'string' && typeof comes.updated_at === 'string') {
    return Date.parse(held.updated_at) > Date.parse(comes.updated_at);
  }
  // A voided calibration can have been restored since; that it is valid again is then no loss, and is shown all the same.
  return (isThere(held.voided) && !isThere(comes.voided)) || (isThere(held.reviewed) && !isThere(comes.reviewed));
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

const lostRow = (
  collection: CollectionName,
  { id, stream, document }: ReplicaRow,
  kind: LostRow['kind'],
  now: number
): LostRow => ({ collection, id, stream, document, kind, noticed_at: now });
