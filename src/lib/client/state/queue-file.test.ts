import { expect, test } from 'vitest';
import { editRow, queueRow } from '#sync/client/testing/memory-queue.ts';
import { QueueFileRefused, readQueueFile, writeQueueFile } from './queue-file.ts';

const PHOTO = new Blob([Uint8Array.from([0, 255, 10, 13, 128])], { type: 'image/png' });
const exported = async () =>
  (
    await writeQueueFile(
      'me',
      [queueRow(1), queueRow(2, { state: 'refused' })],
      [
        editRow(3),
        editRow(4, { kind: 'asset_photo', payload: 'image/png', file: PHOTO, state: 'refused' }),
        editRow(5, { kind: 'calibration_file', label: 'lab.pdf', calibration_id: queueRow(1).id, file: PHOTO })
      ]
    )
  ).text();

test('an exported queue is imported with the same bytes, as possibly already sent', async () => {
  const { rows, edits } = await readQueueFile(await exported(), 'me');
  expect(rows.map(({ state, in_doubt, payload }) => [state, in_doubt, payload])).toEqual([
    ['waiting', true, queueRow(1).payload],
    ['refused', true, queueRow(2).payload]
  ]);
  expect(edits.map(({ state, in_doubt, payload }) => [state, in_doubt, payload])).toEqual([
    ['waiting', true, editRow(3).payload],
    ['refused', true, 'image/png'],
    ['waiting', true, editRow(5).payload]
  ]);
  expect(edits[2]).toMatchObject({ label: 'lab.pdf', calibration_id: rows[0]?.id });
  expect(await edits[1]?.file?.arrayBuffer()).toEqual(await PHOTO.arrayBuffer());
});

test('a damaged file, another kind of file and somebody else’s are refused with the reason', async () => {
  const refusal = (text: string, user = 'me') =>
    readQueueFile(text, user).then(
      () => null,
      (error: unknown) => (error instanceof QueueFileRefused ? error.code : error)
    );
  const text = await exported();
  expect(await refusal(text.replace('PG-01', 'PG-02'))).toBe('damaged');
  expect(await refusal(text.replace('"kind": "task_done"', '"kind": "else"'))).toBe('damaged');
  expect(await refusal(text.replace('"calibration_id"', '"of"'))).toBe('damaged');
  expect(await refusal('{"format":"other"}')).toBe('not_a_queue');
  expect(await refusal('id,name')).toBe('not_a_queue');
  expect(await refusal('null')).toBe('not_a_queue');
  expect(await refusal(text, 'somebody else')).toBe('other_user');
});
