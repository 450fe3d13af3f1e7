import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { FIRST_POSITION, type Position, type ReplicaRow, type ReplicaStore, type Scope } from '#sync/client/replica.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import { keepDates } from './keep-dates.ts';
import type { LocalDatabase, StoredPosition } from './local-database.ts';
import { documentOf, findRows, rowsById, storedRows, writeRows, type StoredRows } from './pulled-rows.ts';
import { latestFirst, type PulledRow, type ReplicatedDatabase } from './replicated-database.ts';

/** The pulled collections for sync/client: rows in RxDB, positions and scope in the same database as the queue. */
export function replicaStore(local: LocalDatabase, replicated: ReplicatedDatabase): ReplicaStore {
  const stored = async (collection: CollectionName): Promise<StoredPosition> =>
    (await local.positions.get(collection)) ?? { ...FIRST_POSITION, collection, revision: 0 };
  /** A page's rows are looked up before it is written; there is no other writer, and a conflict would be refused. */
  let looked: { readonly collection: CollectionName; readonly found: StoredRows } | null = null;
  const setRevision = (collection: CollectionName, next: (revision: number) => number) =>
    local.transaction('rw', local.positions, async () => {
      const position = await stored(collection);
      await local.positions.put({ ...position, revision: next(position.revision) });
    });
  /** Writes with an odd number before and an even one after, so that a saved list knows whether it is out of date. */
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
      const { revision: _, collection: _name, ...position } = await stored(collection);
      // Rows stored by an earlier version lack new fields.
      return { ...FIRST_POSITION, ...position };
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
      await local.lost
        .where('stream')
        .anyOf([...streams])
        .delete();
    },
    olderRows: async (collection, epoch, ids) => {
      const older =
        ids === undefined
          ? await findRows(replicated[collection], { selector: { epoch: { $lt: epoch } } })
          : (await rowsById(replicated[collection], ids)).filter((row) => row.epoch < epoch);
      return older.map((row) => ({ ...row, document: documentOf(collection, row) }));
    },
    keepLost: async (rows) => {
      await local.transaction('rw', local.lost, async () => {
        const known = await local.lost.bulkGet(rows.map(({ collection, id }) => [collection, id]));
        await local.lost.bulkAdd(rows.filter((_, i) => known[i] === undefined));
      });
    },
    dropGone: async (collection, ids) => {
      if ((await local.lost.count()) === 0) return;
      await local.transaction('rw', local.lost, async () => {
        const known = await local.lost.bulkGet(ids.map((id) => [collection, id]));
        const back = known.filter((row) => row?.kind === 'gone');
        await local.lost.bulkDelete(back.flatMap((row) => (row === undefined ? [] : [[row.collection, row.id]])));
      });
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
