/**
 * Records that the server had sent and no longer has after older data were restored: kept for the user to see and
 * export.
 */
import { NO_ORGANIZATION, type CollectionName } from '#sync/protocol/collections.ts';
import type { LostRow, ReplicaRow, ReplicaStore } from './replica.ts';

/** Sent again by the server, or part of a record that is kept anyway. */
const NOT_KEPT: readonly CollectionName[] = ['notifications', 'certificates'];

/** Records that did not come back. Nothing is kept for organizations that the user has left. */
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

/** Records that come back without their last change. */
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

/** Compared by the contents of the records: after a restore, stream numbers are meaningless. */
function isNewer(local: Dated, comes: Dated): boolean {
  if (typeof local.updated_at === 'string' && typeof comes.updated_at === 'string') {
    return Date.parse(local.updated_at) > Date.parse(comes.updated_at);
  }
  // A voided calibration may have been restored since; that is not a loss, but it is shown anyway.
  return (isThere(local.voided) && !isThere(comes.voided)) || (isThere(local.reviewed) && !isThere(comes.reviewed));
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined;

const lostRow = (
  collection: CollectionName,
  { id, stream, document }: ReplicaRow,
  kind: LostRow['kind'],
  now: number
): LostRow => ({ collection, id, stream, document, kind, noticed_at: now });
