import { expect, test } from 'vitest';
import { chooseBatch, MAX_BATCH_BYTES } from './choose-batch.ts';
import { queueRow } from './testing/memory-queue.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => queueRow(index + 1));

test('a batch holds at most 200 entries, oldest first', () => {
  const batch = chooseBatch(rows(450), 0);
  expect(batch).toHaveLength(200);
  expect(batch[0]?.id).toBe(queueRow(1).id);
});

test('a batch stays below four mebibytes as it travels, quotes escaped', () => {
  const large = rows(8).map((row) => ({ ...row, payload: '"'.repeat(500_000) }));
  const batch = chooseBatch(large, 0);
  expect(batch).toHaveLength(4);
  expect(JSON.stringify(batch.map(({ payload }) => payload)).length).toBeLessThan(MAX_BATCH_BYTES);
});

test('one entry that is larger than a batch travels alone', () => {
  const huge = { ...queueRow(1), payload: 'x'.repeat(5_000_000) };
  expect(chooseBatch([huge, queueRow(2)], 0).map(({ id }) => id)).toEqual([huge.id]);
});

test('an entry in its pause does not hold those behind it', () => {
  const [first, second] = [queueRow(1, { next_attempt_at: 500 }), queueRow(2)];
  expect(chooseBatch([first, second], 100)).toEqual([second]);
  expect(chooseBatch([first, second], 500)).toEqual([first, second]);
});
