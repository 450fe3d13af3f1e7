/** A queue that a device exported in the first format is imported as it was; one of a newer app says what to do. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readQueueFile } from '#lib/client/state/queue-file.ts';

type Row = Readonly<Record<string, unknown>>;
type Frozen = {
  readonly version: number;
  readonly user_id: string;
  readonly rows: readonly Row[];
  readonly edits: readonly Row[];
};
const text = readFileSync(resolve(import.meta.dirname, 'queue-format-1.json'), 'utf8');
const frozen = JSON.parse(text) as Frozen;
const read = (changes: Partial<Record<keyof Frozen, unknown>> = {}) =>
  readQueueFile(JSON.stringify({ ...frozen, ...changes }), frozen.user_id);

test('every entry has the bytes and the words that it had', async () => {
  const { rows, edits } = await read();
  const onTheWay = { in_doubt: true, next_attempt_at: 0 };
  expect(rows).toEqual(frozen.rows.map((row) => ({ ...row, ...onTheWay })));
  const withoutFile = edits.map(({ file: _file, ...edit }) => edit);
  expect(withoutFile).toEqual(frozen.edits.map(({ file: _file, ...edit }) => ({ ...edit, ...onTheWay })));
  const picture = edits.map(({ file }) => file).find((file) => file !== null);
  expect([...new Uint8Array((await picture?.arrayBuffer()) ?? [])]).toEqual([0, 255, 10, 13, 128]);
});

const [row, edit] = [frozen.rows[0], frozen.edits[0]];
test('what an entry was applied as before has today’s name', async () => {
  const before = { version: 4, at: 1, receipt: 'sealed' };
  const { rows, edits } = await read({ rows: [{ ...row, told: before }], edits: [{ ...edit, told: null }] });
  for (const entry of [...rows, ...edits]) expect(entry).not.toHaveProperty('told');
  expect([rows[0]?.applied_before, edits[0]?.applied_before]).toEqual([before, null]);
});

test.each([
  ['an edit of a newer format', { edits: [edit, { format: 2, id: 7, change: 'of a kind that nobody knows yet' }] }],
  ['a newer edit in a file of one', { rows: [], edits: [{ ...edit, format: 2 }] }],
  ['a calibration of a newer format', { rows: [{ ...row, payload_version: 2, payload: { is: 'no longer a text' } }] }],
  ['a file of a newer version', { version: 2, rows: [{ other: 'than today' }] }]
])('%s is answered with "newer", not with "damaged"', async (_what, changes) => {
  await expect(read(changes)).rejects.toMatchObject({ code: 'newer' });
});

test.each([
  ['an edit without a number', { edits: [{ ...edit, format: undefined }] }],
  ['an edit of another kind', { edits: [{ ...edit, kind: 'else' }] }],
  ['no list of edits', { edits: { 0: edit } }],
  ['an entry that is nothing', { rows: [null] }],
  ['an edit that is nothing', { edits: [null] }]
])('%s is damaged', async (_what, changes) => {
  await expect(read(changes)).rejects.toMatchObject({ code: 'damaged' });
});
