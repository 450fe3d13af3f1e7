/**
 * Rows in and out of RxDB's storage, below its documents: the only file that uses RxDB's internals (pulled-rows.test.ts
 * fails when a new version changes them).
 */
import { normalizeMangoQuery, prepareQuery, type MangoQuery, type RxDocumentData } from 'rxdb';
import type { CollectionName } from '#sync/protocol/collections.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import type { PulledCollection, PulledRow } from './replicated-database.ts';

type StoredRow = RxDocumentData<PulledRow>;
const WRITER = 'plumbline';

/** Rows that a query finds, straight from the storage: no document objects are made for them. */
export async function findRows(
  collection: PulledCollection,
  query: MangoQuery<PulledRow> = {}
): Promise<readonly PulledRow[]> {
  const { storageInstance } = collection;
  const normal = normalizeMangoQuery<PulledRow>(storageInstance.schema, {
    ...query,
    selector: { ...query.selector, _deleted: { $eq: false } }
  } as MangoQuery<PulledRow>);
  return (await storageInstance.query(prepareQuery<PulledRow>(storageInstance.schema, normal))).documents;
}

/** The existing rows among these ids. */
export async function rowsById(collection: PulledCollection, ids: readonly string[]): Promise<readonly PulledRow[]> {
  return ids.length === 0 ? [] : collection.storageInstance.findDocumentsById([...ids], false);
}

/** What the storage has under these ids, including traces of removed rows: `writeRows` needs it. */
export async function storedRows(collection: PulledCollection, ids: readonly string[]): Promise<StoredRows> {
  const found = ids.length === 0 ? [] : await collection.storageInstance.findDocumentsById([...ids], true);
  return { of: new Set(ids), rows: new Map(found.map((row) => [row.id, row])) };
}
export type StoredRows = { readonly of: ReadonlySet<string>; readonly rows: ReadonlyMap<string, StoredRow> };

/**
 * Writes and removes rows in one bulk. A removed row keeps only its id: data that may no longer be read leaves the
 * disk.
 *
 * @param known the result of a preceding `storedRows`, to avoid a second read
 */
export async function writeRows(
  collection: PulledCollection,
  written: readonly PulledRow[],
  removed: readonly string[],
  known?: StoredRows
): Promise<void> {
  if (written.length + removed.length === 0) return;
  const { storageInstance } = collection;
  const ids = [...written.map(({ id }) => id), ...removed];
  const isKnown = known !== undefined && ids.every((id) => known.of.has(id));
  const { rows: stored } = isKnown ? known : await storedRows(collection, ids);
  const live = [...stored.values()].filter((row) => !row._deleted);
  const alive = new Set(live.map(({ id }) => id));
  const gone = removed.filter((id) => alive.has(id)).map((id) => ({ ...emptied(id), _deleted: true }));
  const { error } = await storageInstance.bulkWrite(
    [...written.map((row) => ({ ...row, _deleted: false })), ...gone].map((document) => {
      const previous = stored.get(document.id);
      return { ...(previous === undefined ? {} : { previous }), document: withMeta(document, previous) };
    }),
    WRITER
  );
  if (error.length > 0) throw new Error(`${error.length} rows of ${collection.name} could not be written`);
}

const emptied = (id: string): PulledRow => ({ id, stream: '', seq: 0, epoch: 0, key: '', rank: '', body: '' });

const withMeta = (row: PulledRow & { _deleted: boolean }, previous: StoredRow | undefined) => ({
  ...row,
  _attachments: {},
  _meta: { ...(previous?._meta ?? {}), lwt: 1 },
  _rev: previous?._rev ?? ''
});

/** The document of a row of this collection. */
export const documentOf = <C extends CollectionName>(_collection: C, row: PulledRow): DocumentOf<C> =>
  JSON.parse(row.body) as DocumentOf<C>;
