import { expect, test } from 'vitest';
import { bulkChangeBody } from '#lib/contracts/asset-bulk.ts';
import { bulkChangeOf, emptyBulkForm, sendInParts, type BulkProgress } from './bulk-change.ts';

test('only what somebody chose to change is sent, and nothing where nothing was chosen', () => {
  const empty = emptyBulkForm();
  expect(bulkChangeOf(empty)).toBeNull();
  expect(bulkChangeOf({ ...empty, reason: 'why' })).toBeNull();
  expect(bulkChangeOf({ ...empty, moves: true })).toEqual({ location_id: null });
  expect(bulkChangeOf({ ...empty, changes_interval: true })).toEqual({ calibration_interval_months: 12 });
  expect(bulkChangeOf({ ...empty, changes_interval: true, months: null })).toEqual({
    calibration_interval_days: null,
    calibration_interval_months: null
  });
  const whole = { ...empty, tags_add: 'a, b,a ', tags_remove: 'c', status: 'retired' as const, reason: ' sold ' };
  const change = bulkChangeOf(whole);
  expect(change).toEqual({ tags_add: ['a', 'b'], tags_remove: ['c'], status: 'retired', reason: 'sold' });
  expect(bulkChangeBody.parse({ refs: ['A'], change }).change).toEqual(change);
});

test('thousands are sent in parts, and what was done before one failed is known', async () => {
  const refs = Array.from({ length: 450 }, (_, i) => `A-${i}`);
  const told: BulkProgress[] = [];
  const sent: string[] = [];
  await sendInParts(
    refs,
    (part) => (sent.push(...part), Promise.resolve({ changed: part.length - 1 })),
    (progress) => told.push(progress)
  );
  expect(sent).toEqual(refs);
  expect(told).toEqual([
    { done: 200, changed: 199 },
    { done: 400, changed: 398 },
    { done: 450, changed: 447 }
  ]);
  told.length = 0;
  const failing = (part: string[]) =>
    part.includes('A-250') ? Promise.reject(new Error('no')) : Promise.resolve({ changed: part.length });
  await expect(sendInParts(refs, failing, (progress) => told.push(progress))).rejects.toThrow('no');
  expect(told).toEqual([{ done: 200, changed: 200 }]);
});
