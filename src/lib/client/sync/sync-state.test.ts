import { expect, test } from 'vitest';
import type { LoopReport } from '#sync/client/sync-loop.ts';
import { INITIAL_SYNC_STATE, nextSyncState } from './sync-state.ts';

const after = (...reports: LoopReport[]) => reports.reduce(nextSyncState, INITIAL_SYNC_STATE);
const page = (documents: number, total: number | null): LoopReport => ({
  type: 'page',
  collection: 'assets',
  documents,
  changed: documents > 0,
  total
});

test('a first pull is counted over its collections, until everything is there', () => {
  expect(after(page(3, 3), page(500, 1200), page(500, null)).firstPull).toEqual({ received: 1003, total: 1203 });
  expect(after(page(3, 3), { type: 'caught_up' }).firstPull).toBeNull();
});

test('a later pull is not a first pull', () => {
  expect(after(page(3, null)).firstPull).toBeNull();
});

test('no answer means offline, an answer ends it, and anything else is a problem to show', () => {
  const silent: LoopReport = { type: 'failed', kind: 'no_answer', message: 'x' };
  expect(after(silent)).toMatchObject({ unreachable: true, problem: null });
  expect(after(silent, { type: 'contact', at: 5 })).toMatchObject({ unreachable: false, lastContact: 5 });
  expect(after({ type: 'failed', kind: 'broken', message: 'boom' })).toMatchObject({ problem: 'boom' });
});
