import { expect, test } from 'vitest';
import { queueRow } from '#sync/client/testing/memory-queue.ts';
import { QueueFileRefused, readQueueFile, writeQueueFile } from './queue-file.ts';

const exported = () => writeQueueFile('me', [queueRow(1), queueRow(2, { state: 'refused' })]).text();

test('an exported queue comes back with the very same bytes, in doubt wherever it lands', async () => {
  const rows = await readQueueFile(await exported(), 'me');
  expect(rows.map(({ state, in_doubt, payload }) => [state, in_doubt, payload])).toEqual([
    ['waiting', true, queueRow(1).payload],
    ['refused', true, queueRow(2).payload]
  ]);
});

test('a damaged file, another kind of file and somebody else’s are refused by name', async () => {
  const refusal = (text: string, user = 'me') =>
    readQueueFile(text, user).then(
      () => null,
      (error: unknown) => (error instanceof QueueFileRefused ? error.code : error)
    );
  const text = await exported();
  expect(await refusal(text.replace('PG-01', 'PG-02'))).toBe('damaged');
  expect(await refusal('{"format":"other"}')).toBe('not_a_queue');
  expect(await refusal('id,name')).toBe('not_a_queue');
  expect(await refusal('null')).toBe('not_a_queue');
  expect(await refusal(text, 'somebody else')).toBe('other_user');
});
