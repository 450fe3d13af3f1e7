import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { FIRST_POSITION, type Position, type ReplicaRow, type ReplicaStore, type Scope } from '#sync/client/replica.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import { keepDates } from './keep-dates.ts';
import type { LocalDatabase, StoredPosition } from './local-database.ts';
import { findRows, storedRows, writeRows, type StoredRows } from './pulled-rows.ts';
import { latestFirst, type PulledRow, type ReplicatedDatabase } from './replicated-database.ts';

/** The pulled collections for sync/client: rows in RxDB, positions and scope beside the queue. */
export function replicaStore(local: LocalDatabase, replicated: ReplicatedDatabase): ReplicaStore {
  const stored = async (collection: CollectionName): Promise<StoredPosition> =>
    (await local.positions.get(collection)) ?? { ...FIRST_POSITION, collection, revision: 0 };
  /** A page is looked up before it is written; nobody else writes in between, and a mistake would be refused. */
  let looked: { readonly collection: CollectionName; readonly found: StoredRows } | null = null;
  const setRevision = (collection: CollectionName, next: (revision: number) => number) =>
    local.transaction('rw', local.positions, async () => {
      const position = await stored(collection);
      await local.positions.put({ ...position, revision: next(position.revision) });
    });
  /** Writes with an odd number before and an even one after, so that a saved list knows whether it is behind. */
  const change = async (
    collection: CollectionName,
    written: readonly PulledRow[],
    removed: readonly string[],
    dates = () => keepDates(local, replicated, written, removed)
  ) => {
    if (written.length + removed.length === 0) return;
    await setRevision(collection, (revision) => revision + (revision % 2 === 0 ? 1 : 2));
    if (collection === 'calibrations') await dates();
    const known = looked?.collection === collection ? looked.found : undefined;
    looked = null;
    await writeRows(replicated[collection], written, removed, known);
    await setRevision(collection, (revision) => revision + 1);
  };
  return {
    position: async (collection) => {
      const { checkpoint, epoch, removing, unswept } = await stored(collection);
      return { checkpoint, epoch, removing, unswept };
    },
    setPosition: (collection, position: Position) =>
      local.transaction('rw', local.positions, async () => {
        const { revision } = await stored(collection);
        await local.positions.put({ ...position, collection, revision });
      }),
    origins: async (collection, ids) => {
      const found = await storedRows(replicated[collection], ids);
      looked = { collection, found };
      const live = [...found.rows.values()].filter(({ _deleted }) => !_deleted);
      return new Map(live.map(({ id, stream, seq, epoch }) => [id, { stream, seq, epoch }]));
    },
    write: (collection, rows, removed) =>
      change(
        collection,
        rows.map((row) => pulledRow(collection, row)),
        removed
      ),
    removeStreams: async (collection, streams) => {
      const rows = await findRows(replicated[collection], { selector: { stream: { $in: [...streams] } } });
      const ids = rows.map(({ id }) => id);
      await change(collection, [], ids, () => forgetDates(local, streams));
    },
    removeOlder: async (collection, epoch) => {
      const rows = await findRows(replicated[collection], { selector: { epoch: { $lt: epoch } } });
      await change(
        collection,
        [],
        rows.map(({ id }) => id)
      );
    },
    scope: async () => ((await local.settings.get('scope'))?.value as Scope | undefined) ?? null,
    setScope: async (scope) => {
      await local.settings.put({ key: 'scope', value: scope });
    }
  };
}

async function forgetDates(local: LocalDatabase, streams: readonly string[]): Promise<void> {
  await local.dates
    .where('stream')
    .anyOf([...streams])
    .delete();
  await local.opened
    .where('organization_id')
    .anyOf([...streams])
    .delete();
}

function pulledRow(collection: CollectionName, { id, stream, seq, epoch, document }: ReplicaRow): PulledRow {
  const body = JSON.stringify(document);
  if (collection !== 'calibrations') return { id, stream, seq, epoch, key: '', rank: '', body };
  const { asset, recorded_at } = document as Pick<CalibrationHeader, 'asset' | 'recorded_at'>;
  return { id, stream, seq, epoch, key: asset.id, rank: latestFirst(recorded_at), body };
}
