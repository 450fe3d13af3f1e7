import { expect, test } from 'vitest';
import { sendableEdits, type EditAnswer, type EditRow } from './edit-row.ts';
import { keepScope } from './keep-scope.ts';
import { pushEdits } from './push-edits.ts';
import { recoverInterrupted } from './push-queue.ts';
import type { QueueRow } from './queue-row.ts';
import { SyncFailure } from './sync-failure.ts';
import { manualClock } from './testing/manual-clock.ts';
import { editRow, memoryQueue, ORGANIZATION, queueRow } from './testing/memory-queue.ts';
import { memoryReplica } from './testing/memory-replica.ts';

type Outcome = 'yes' | 'lost' | 'refused' | ConstructorParameters<typeof SyncFailure>[0];

/** A server that knows each id once; `next` says how the coming attempts end, one after the other. */
function device(...rows: EditRow[]) {
  const edits = memoryQueue<EditRow>(...rows);
  const queue = memoryQueue<QueueRow>();
  const clock = manualClock();
  const known = new Set<string>();
  const seen: string[] = [];
  const next: Outcome[] = [];
  const send = async (row: EditRow): Promise<EditAnswer> => {
    expect(edits.rows.get(row.id)?.state).toBe('sending');
    seen.push(`${row.label} ${row.payload}`);
    const outcome = next.shift() ?? 'yes';
    if (outcome === 'refused') return { status: 'rejected', errors: [{ code: 'task_removed', detail: 'Gone.' }] };
    if (outcome === 'yes' || outcome === 'lost') known.add(row.id);
    if (outcome === 'lost') throw new SyncFailure('no_answer', 'cut');
    if (outcome !== 'yes') throw new SyncFailure(outcome, outcome);
    const photo_file_id = row.kind === 'asset_photo' ? `file of ${row.id}` : null;
    return { status: 'applied', result: { photo_file_id, updated_at: '2026-01-15T08:00:00Z' } };
  };
  const state = (row: EditRow) => edits.rows.get(row.id);
  return { edits, queue, clock, known, seen, next, state, ports: { edits, queue, clock, send } };
}

const [first, second, third] = [editRow(1), editRow(2), editRow(3)] as const;

test('what waits is sent in the order in which it was made, and counts as recorded', async () => {
  const { ports, seen, edits, known } = device(third, first, second);
  await pushEdits(ports);
  expect(seen).toEqual([first, second, third].map(({ label, payload }) => `${label} ${payload}`));
  expect([...edits.rows.values()].map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
  expect(known.size).toBe(3);
});

test('an answer that is lost after the commit heals by sending the very same text under the same id', async () => {
  const { ports, next, state, seen, known } = device(first);
  next.push('lost');
  await expect(pushEdits(ports)).rejects.toMatchObject({ kind: 'no_answer' });
  expect(state(first)).toMatchObject({ state: 'waiting', in_doubt: true, payload: first.payload });
  await pushEdits(ports);
  expect(state(first)).toMatchObject({ state: 'applied', in_doubt: false });
  expect([known.size, new Set(seen).size, seen.length]).toEqual([1, 1, 2]);
});

test('a tab that died after saving, or while sending, loses nothing', async () => {
  const { ports, edits, state } = device(first, editRow(2, { state: 'sending', attempts: 1 }));
  await recoverInterrupted({ queue: edits, clock: ports.clock });
  expect(state(second)).toMatchObject({ state: 'waiting', in_doubt: true });
  await pushEdits(ports);
  expect([state(first)?.state, state(second)?.state]).toEqual(['applied', 'applied']);
});

test('a refused one keeps its reason and holds no other', async () => {
  const { ports, next, state } = device(first, second);
  next.push('refused');
  await pushEdits(ports);
  expect(state(first)).toMatchObject({ state: 'refused', last_error: [{ code: 'task_removed', detail: 'Gone.' }] });
  expect(state(second)?.state).toBe('applied');
});

test('a file is sent after its calibration, and one whose calibration was refused keeps nothing else waiting', async () => {
  const calibration = queueRow(7, { state: 'refused' });
  const file = editRow(1, { kind: 'calibration_file', label: 'lab.pdf', calibration_id: calibration.id });
  const photo = editRow(2, { asset_id: file.asset_id });
  const { ports, queue, edits, state, seen } = device(file, photo);
  queue.rows.set(calibration.id, calibration);
  await pushEdits(ports);
  expect([state(file)?.state, state(photo)?.state]).toEqual(['waiting', 'applied']);
  // Nothing is due: the loop sleeps until something else wakes it.
  expect(await sendableEdits(edits, queue)).toEqual([]);
  queue.rows.set(calibration.id, { ...calibration, state: 'applied' });
  await pushEdits(ports);
  expect(state(file)?.state).toBe('applied');
  expect(seen.at(-1)).toMatch(/^lab\.pdf /);
});

test.each(['unauthorized', 'busy', 'too_old'] as const)('%s leaves it as it was, without doubt', async (kind) => {
  const { ports, next, state } = device(first, second);
  next.push(kind);
  await expect(pushEdits(ports)).rejects.toMatchObject({ kind });
  expect(state(first)).toMatchObject({ state: 'waiting', in_doubt: false, payload: first.payload });
  expect(state(second)).toEqual(second);
});

test('what the server stumbles over waits a while with the others of its asset; those of other assets go on', async () => {
  const later = editRow(2, { asset_id: first.asset_id });
  const { ports, next, state, clock } = device(first, later, third);
  next.push('broken');
  await pushEdits(ports);
  expect([state(first)?.state, state(later)?.state, state(third)?.state]).toEqual(['waiting', 'waiting', 'applied']);
  expect(state(first)).toMatchObject({ in_doubt: true });
  await clock.advance(5 * 60_000);
  await pushEdits(ports);
  expect([state(first)?.state, state(later)?.state]).toEqual(['applied', 'applied']);
});

test('a photo learns which file the server stores it as', async () => {
  const photo = editRow(1, { kind: 'asset_photo', file: new Blob(['x'], { type: 'image/png' }) });
  const { ports, state } = device(photo);
  await pushEdits(ports);
  expect(state(photo)).toMatchObject({ state: 'applied', result: { photo_file_id: `file of ${photo.id}` } });
});

test('what was discarded while its turn came is not sent', async () => {
  const { ports, edits, seen } = device(first);
  const { change } = edits;
  const discarding = {
    ...edits,
    change: async (ids: readonly string[], step: (row: EditRow) => EditRow | null) => {
      edits.rows.delete(first.id);
      return change(ids, step);
    }
  };
  await pushEdits({ ...ports, edits: discarding });
  expect(seen).toEqual([]);
});

test('what is unsent for a lost organization is kept, and says why', async () => {
  const { edits, clock, state } = device(first);
  const replica = memoryReplica();
  const instance = { due_soon_days: 30, today: '2026-01-15' } as never;
  await replica.setScope({ organizations: [ORGANIZATION], instance, generation: 'g' });
  const answer = { scope: [], instance, generation: 'g' } as never;
  await keepScope({ replica, queue: memoryQueue(), edits, clock }, answer);
  expect(state(first)).toMatchObject({ state: 'refused', last_error: [{ code: 'scope_lost' }] });
});
