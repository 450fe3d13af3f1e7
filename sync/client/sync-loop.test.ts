import { expect, test } from 'vitest';
import { createSyncLoop, POLL_MS, type LoopReport } from './sync-loop.ts';
import { manualClock } from './testing/manual-clock.ts';
import { memoryQueue, queueRow } from './testing/memory-queue.ts';
import { memoryReplica } from './testing/memory-replica.ts';
import { modelServer } from './testing/model-server.ts';

function device() {
  const server = modelServer();
  const queue = memoryQueue();
  const replica = memoryReplica();
  const clock = manualClock();
  const reports: LoopReport[] = [];
  const ports = {
    deviceId: '0198a000-0000-7000-8000-0000000000dd',
    queue,
    replica,
    clock,
    transport: server.transport,
    report: (event: LoopReport) => void reports.push(event)
  };
  const count = (type: LoopReport['type']) => reports.filter((report) => report.type === type).length;
  return { server, queue, replica, clock, reports, count, ports, loop: createSyncLoop(ports) };
}

test('a round sends first and then pulls, and the next one comes after five minutes', async () => {
  const { server, queue, replica, clock, loop, count } = device();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  server.write('asset', 1);
  loop.start();
  await clock.advance(0);
  expect(queue.rows.get('a')?.state).toBe('applied');
  expect(replica.ids('assets')).toEqual(['asset']);
  expect(count('caught_up')).toBe(1);
  await clock.advance(POLL_MS - 1);
  expect(count('caught_up')).toBe(1);
  await clock.advance(1);
  expect(count('caught_up')).toBe(2);
});

test('a wake during a round is not lost', async () => {
  const { queue, clock, loop, count } = device();
  loop.start();
  loop.wake();
  await clock.advance(0);
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  loop.wake();
  loop.wake();
  await clock.advance(0);
  expect(queue.rows.get('a')?.state).toBe('applied');
  expect(count('caught_up')).toBe(3);
});

test('without a server the loop tries again ever more rarely, and the queue empties when it is back', async () => {
  const { server, queue, clock, loop, count } = device();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  server.cut(...Array.from({ length: 6 }, () => ({ when: 'before', kind: 'no_answer' }) as const));
  loop.start();
  await clock.advance(10_000);
  expect(count('failed')).toBeGreaterThan(2);
  expect(count('failed')).toBeLessThan(6);
  await clock.advance(POLL_MS);
  expect(queue.rows.get('a')?.state).toBe('applied');
  expect(count('caught_up')).toBeGreaterThan(0);
});

test('an answer that the disk has no room for leaves the entry in doubt, and the next round sends it again', async () => {
  const { server, queue, clock, ports } = device();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  let isFull = true;
  const change: typeof queue.change = async (ids, step) => {
    if (isFull && queue.rows.get('a')?.state === 'sending') throw new DOMException('No room.', 'QuotaExceededError');
    return queue.change(ids, step);
  };
  createSyncLoop({ ...ports, queue: { ...queue, change } }).start();
  await clock.advance(0);
  expect(server.applied().size).toBe(1);
  expect(queue.rows.get('a')?.state).toBe('sending');
  isFull = false;
  await clock.advance(POLL_MS);
  expect(queue.rows.get('a')?.state).toBe('applied');
  expect(server.applied().size).toBe(1);
});

test.each(['unauthorized', 'too_old'] as const)('%s halts the loop and removes nothing', async (kind) => {
  const { server, queue, replica, clock, loop, reports, count } = device();
  server.write('asset', 1);
  loop.start();
  await clock.advance(0);
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  server.cut({ when: 'before', kind });
  loop.wake();
  await clock.advance(POLL_MS * 3);
  expect(reports.at(-2)).toEqual({ type: 'halted', kind });
  expect(count('caught_up')).toBe(1);
  expect(queue.rows.get('a')?.state).toBe('waiting');
  expect(replica.ids('assets')).toEqual(['asset']);
});

test('an expired checkpoint: applied entries are offered again before everything is pulled again', async () => {
  const { server, queue, replica, clock, loop } = device();
  const copy = server.copy();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  server.write('asset', 1);
  loop.start();
  await clock.advance(0);
  server.restore(copy);
  expect(server.applied().size).toBe(0);
  loop.wake();
  await clock.advance(0);
  expect(server.applied().size).toBe(1);
  expect(queue.rows.get('a')?.state).toBe('applied');
  expect(replica.ids('assets')).toEqual([]);
});

test('an entry that the server put off is sent when its time has come, without anybody asking', async () => {
  const { server, queue, clock, loop } = device();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  server.answerFor('a', 'retry');
  loop.start();
  await clock.advance(0);
  server.answerFor('a', 'apply');
  await clock.advance(2000);
  expect(queue.rows.get('a')?.state).toBe('applied');
});

test('a stopped loop does nothing more', async () => {
  const { clock, loop, count } = device();
  loop.start();
  await clock.advance(0);
  await loop.stop();
  loop.wake();
  await clock.advance(POLL_MS * 2);
  expect(count('caught_up')).toBe(1);
});

test('a device with a queue applies nothing to older data before it has sent back its receipts', async () => {
  const { server, queue, clock, loop } = device();
  const copy = server.copy();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  server.write('asset', 1);
  loop.start();
  await clock.advance(0);
  expect(queue.rows.get('a')?.applied).toMatchObject({ receipt: 'receipt of a' });
  server.restore(copy);
  // Another device was first: the numbers are as far as they were.
  server.write('other', 1);
  queue.rows.set('b', queueRow(2, { id: 'b' }));
  loop.wake();
  await clock.advance(0);
  expect(server.seen.map(({ id, receipt }) => [id, receipt])).toEqual([
    ['a', undefined],
    ['a', 'receipt of a'],
    ['b', undefined]
  ]);
  expect([...queue.rows.values()].map(({ state }) => state)).toEqual(['applied', 'applied']);
});

test('data that are put back again and again are caught up with, and nothing is offered for ever', async () => {
  const { server, queue, clock, loop, count } = device();
  const copy = server.copy();
  queue.rows.set('a', queueRow(1, { id: 'a' }));
  loop.start();
  await clock.advance(0);
  for (let time = 0; time < 3; time += 1) {
    server.restore(copy);
    loop.wake();
    await clock.advance(0);
    expect(queue.rows.get('a')?.state).toBe('applied');
  }
  expect(server.seen).toHaveLength(4);
  expect(count('failed')).toBe(0);
});
