import { expect, test } from 'vitest';
import { pushPace } from './push-pace.ts';
import { pushQueue, recoverInterrupted } from './push-queue.ts';
import { SyncFailure } from './sync-failure.ts';
import { manualClock } from './testing/manual-clock.ts';
import { memoryQueue, queueRow } from './testing/memory-queue.ts';
import { memoryReplica } from './testing/memory-replica.ts';
import { modelServer } from './testing/model-server.ts';
import type { QueueRow } from './queue-row.ts';
import type { Transport } from './transport.ts';

function device(...rows: QueueRow[]) {
  const server = modelServer();
  const queue = memoryQueue(...rows);
  const clock = manualClock();
  const deviceId = '0198a000-0000-7000-8000-0000000000dd';
  const replica = memoryReplica();
  return { server, queue, clock, replica, ports: { deviceId, queue, clock, replica, transport: server.transport } };
}
const states = (queue: ReturnType<typeof memoryQueue<QueueRow>>) => [...queue.rows.values()].map(({ state }) => state);

test('everything that waits is applied, in batches', async () => {
  const { ports, queue, server } = device(...Array.from({ length: 401 }, (_, index) => queueRow(index)));
  expect(await pushQueue(ports)).toEqual({ applied: 401, nextDueAt: null });
  expect(new Set(states(queue))).toEqual(new Set(['applied']));
  expect(server.applied().size).toBe(401);
});

test('an answer that is lost after the commit heals by sending the very same bytes', async () => {
  const { ports, queue, server } = device(queueRow(1));
  server.cut({ when: 'after', kind: 'no_answer' });
  await expect(pushQueue(ports)).rejects.toThrow(SyncFailure);
  expect([...queue.rows.values()][0]).toMatchObject({ state: 'waiting', in_doubt: true });
  await pushQueue(ports);
  expect(states(queue)).toEqual(['applied']);
  expect(server.applied().size).toBe(1);
  expect(new Set(server.seen.map(({ payload }) => payload))).toEqual(new Set([queueRow(1).payload]));
});

test('a tab that died while sending leaves an entry in doubt, which is sent again', async () => {
  const { ports, queue } = device(queueRow(1, { state: 'sending', attempts: 1 }));
  await recoverInterrupted(ports);
  expect([...queue.rows.values()][0]).toMatchObject({ state: 'waiting', in_doubt: true });
  await pushQueue(ports);
  expect(states(queue)).toEqual(['applied']);
});

test('one refused entry does not stop the others and keeps its reasons', async () => {
  const { ports, queue, server } = device(queueRow(1), queueRow(2), queueRow(3));
  server.answerFor(queueRow(2).id, 'rejected');
  await pushQueue(ports);
  expect(states(queue)).toEqual(['applied', 'refused', 'applied']);
  expect(queue.rows.get(queueRow(2).id)?.last_error?.[0]?.code).toBe('forbidden');
});

test('“later” puts an entry aside until its time', async () => {
  const { ports, queue, server, clock } = device(queueRow(1));
  server.answerFor(queueRow(1).id, 'retry');
  const { nextDueAt } = await pushQueue(ports);
  expect(nextDueAt).toBeGreaterThan(clock.now());
  expect(states(queue)).toEqual(['waiting']);
});

test.each(['unauthorized', 'too_old', 'busy'] as const)(
  '%s leaves the queue as it was, without doubt',
  async (kind) => {
    const { ports, queue, server } = device(queueRow(1));
    server.cut({ when: 'before', kind });
    await expect(pushQueue(ports)).rejects.toMatchObject({ kind });
    expect([...queue.rows.values()][0]).toMatchObject({
      state: 'waiting',
      in_doubt: false,
      payload: queueRow(1).payload
    });
  }
);

test('a batch that is refused as a whole is divided until the bad entry stands alone', async () => {
  const { ports, queue, server } = device(...Array.from({ length: 8 }, (_, index) => queueRow(index)));
  const bad = queueRow(5).id;
  const picky = {
    ...server.transport,
    push: async (request: Parameters<typeof server.transport.push>[0]) => {
      if (request.mutations.some(({ id }) => id === bad)) throw new SyncFailure('too_large', 'too large');
      return server.transport.push(request);
    }
  };
  await pushQueue({ ...ports, transport: picky });
  expect(queue.rows.get(bad)).toMatchObject({ state: 'refused', last_error: [{ code: 'too_large' }] });
  expect(states(queue).filter((state) => state === 'applied')).toHaveLength(7);
});

test('an answer without a result for an entry leaves that entry in doubt', async () => {
  const { ports, queue } = device(queueRow(1));
  const mute = { ...ports.transport, push: async () => ({ results: [], generation: 'g' }) };
  await expect(pushQueue({ ...ports, transport: mute })).rejects.toMatchObject({ kind: 'broken' });
  expect([...queue.rows.values()][0]).toMatchObject({ state: 'waiting', in_doubt: true });
});

test('on a network that brings only a part of it in time, the queue leaves in smaller batches', async () => {
  const { ports, queue, clock, server } = device(
    ...Array.from({ length: 60 }, (_, index) => queueRow(index, { payload: 'x'.repeat(70_000) }))
  );
  const given = 60_000;
  const bytesPerSecond = 10_000;
  const slow: Transport = {
    ...server.transport,
    push: async (body) => {
      const takes = (1000 * JSON.stringify(body).length) / bytesPerSecond;
      await clock.advance(Math.min(takes, given));
      if (takes > given) throw new SyncFailure('no_answer', 'It took too long.');
      return server.transport.push(body);
    }
  };
  const pace = pushPace(clock);
  let givenUp = 0;
  for (;;) {
    const sent = await pushQueue({ ...ports, transport: slow }, pace).catch(() => null);
    if (sent !== null && sent.nextDueAt === null) break;
    if (sent === null) givenUp += 1;
    expect(givenUp).toBeLessThan(6);
    await clock.advance(3_600_000);
  }
  expect(new Set(states(queue))).toEqual(new Set(['applied']));
  expect(server.applied().size).toBe(60);
});
