import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRows, rowsById, storedRows, writeRows } from './pulled-rows.ts';
import {
  openReplicated,
  type PulledCollection,
  type PulledRow,
  type ReplicatedDatabase
} from './replicated-database.ts';

const row = (id: string, key = '', rank = ''): PulledRow => ({
  id,
  stream: 'organization',
  seq: 1,
  epoch: 0,
  key,
  rank,
  body: `{"id":"${id}"}`
});
const idsOf = (rows: readonly PulledRow[]) => rows.map(({ id }) => id).toSorted();

let database: ReplicatedDatabase;
let collection: PulledCollection;
beforeEach(async () => {
  database = await openReplicated(crypto.randomUUID(), getRxStorageMemory());
  collection = database.calibrations;
});
afterEach(() => database.close());

test('rows written directly to the storage are found by RxDB’s queries, and the other way round', async () => {
  await writeRows(collection, [row('a', 'asset-1', '2'), row('b', 'asset-1', '1'), row('c', 'asset-2', '3')], []);
  expect(idsOf(await findRows(collection))).toEqual(['a', 'b', 'c']);
  const found = await findRows(collection, { selector: { key: { $eq: 'asset-1' } } });
  expect(idsOf(found)).toEqual(['a', 'b']);
  const documents = await collection.find({ selector: { key: { $eq: 'asset-1' } } }).exec();
  expect(idsOf(documents.map((document) => document.toMutableJSON()))).toEqual(['a', 'b']);
  await collection.insert(row('d'));
  expect(idsOf(await rowsById(collection, ['d', 'unknown']))).toEqual(['d']);
});

test('a row can be written repeatedly; a removed one leaves only its id', async () => {
  await writeRows(collection, [row('a')], []);
  await writeRows(collection, [{ ...row('a'), seq: 2, body: '{"id":"a","name":"second"}' }], []);
  expect((await rowsById(collection, ['a']))[0]).toMatchObject({ seq: 2, body: '{"id":"a","name":"second"}' });
  const known = await storedRows(collection, ['a', 'b']);
  await writeRows(collection, [row('b')], ['a'], known);
  expect(idsOf(await findRows(collection))).toEqual(['b']);
  expect(await rowsById(collection, ['a'])).toEqual([]);
  expect((await storedRows(collection, ['a'])).rows.get('a')).toMatchObject({ _deleted: true, body: '', stream: '' });
  await writeRows(collection, [row('a')], []);
  expect(idsOf(await findRows(collection))).toEqual(['a', 'b']);
});

test('every write raises an event with the row and whether it is removed, as the lists expect', async () => {
  const told: [id: string, isRemoved: boolean][] = [];
  const subscription = database.calibrations.eventBulks$.subscribe(({ events }) => {
    for (const { documentData } of events) told.push([documentData.id, documentData._deleted]);
  });
  await writeRows(collection, [row('a'), row('b')], []);
  await writeRows(collection, [], ['b']);
  subscription.unsubscribe();
  expect(told).toEqual([
    ['a', false],
    ['b', false],
    ['b', true]
  ]);
});
