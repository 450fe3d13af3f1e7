import type { MutationResult, PushAnswer } from '#sync/protocol/push.ts';
import { MAX_MUTATIONS } from '#sync/protocol/limits.ts';
import { asMutation, chooseBatch } from './choose-batch.ts';
import type { Clock } from './clock.ts';
import { pushPace, type PushPace } from './push-pace.ts';
import type { QueueRow, QueueStore, Sendable } from './queue-row.ts';
import type { ReplicaStore } from './replica.ts';
import { transition, type QueueEvent } from './queue-transition.ts';
import { asFailure, outcomeIsUnknown, SyncFailure } from './sync-failure.ts';
import type { Transport } from './transport.ts';

export type PushPorts = {
  readonly deviceId: string;
  readonly queue: QueueStore;
  readonly replica: Pick<ReplicaStore, 'scope'>;
  readonly transport: Transport;
  readonly clock: Clock;
};

/** The first step of a leader: a row in state sending belongs to a tab that died; its outcome is unknown. */
export async function recoverInterrupted<Row extends Sendable>({
  queue,
  clock
}: {
  readonly queue: QueueStore<Row>;
  readonly clock: Clock;
}): Promise<void> {
  const rows = await queue.inState('sending');
  await settle(queue, clock, rows, () => ({ type: 'unanswered' }));
}

/**
 * Sends everything that is due, batch after batch.
 *
 * @param pace of this connection so far
 * @returns how many entries were applied, and when the next one becomes due (null: none waits)
 * @throws SyncFailure if the server could not be reached; the rows are then waiting again
 */
export async function pushQueue(
  ports: PushPorts,
  pace = pushPace(ports.clock)
): Promise<{ applied: number; nextDueAt: number | null }> {
  let applied = 0;
  let limit = MAX_MUTATIONS;
  for (;;) {
    const waiting = await ports.queue.inState('waiting');
    const batch = chooseBatch(waiting, ports.clock.now(), limit, pace.maxBytes());
    if (batch.length === 0) {
      return { applied, nextDueAt: waiting.length > 0 ? Math.min(...waiting.map((row) => row.next_attempt_at)) : null };
    }
    const sent = await sendBatch(ports, batch, pace);
    // A batch that the server refuses as a whole is sent in parts, so that one bad entry does not hold up the others.
    if (sent === 'divide') limit = Math.max(1, Math.floor(batch.length / 2));
    else applied += sent;
  }
}

async function sendBatch(ports: PushPorts, batch: readonly QueueRow[], pace: PushPace): Promise<number | 'divide'> {
  const { queue, clock, transport } = ports;
  const ids = new Set(batch.map(({ id }) => id));
  await settle(queue, clock, batch, () => ({ type: 'sent' }));
  let answer: PushAnswer;
  const generation = (await ports.replica.scope())?.generation ?? null;
  // The row as stored now, with this attempt counted.
  const sending = (await queue.inState('sending')).filter(({ id }) => ids.has(id));
  if (sending.length === 0) return 0;
  try {
    const request = {
      device_id: ports.deviceId,
      ...(generation === null ? {} : { generation }),
      sent_at: new Date(clock.now()).toISOString(),
      mutations: sending.map(asMutation)
    };
    answer = await pace.sending(() => transport.push(request));
  } catch (thrown) {
    const failure = asFailure(thrown);
    const whole = failure.kind === 'too_large' || failure.kind === 'refused';
    if (whole && batch.length === 1) {
      await settle(queue, clock, batch, () => refusal(failure));
      return 0;
    }
    await settle(queue, clock, batch, () => ({
      type: outcomeIsUnknown(failure.kind) ? 'unanswered' : 'undelivered'
    }));
    if (whole) return 'divide';
    throw failure;
  }
  const { results } = answer;
  const byId = new Map(results.map((result) => [result.id, result]));
  await settle(queue, clock, batch, (row) => eventOf(byId.get(row.id), answer.generation));
  if (batch.some((row) => !byId.has(row.id))) {
    throw new SyncFailure('broken', 'The server answered without a result for each entry.');
  }
  return results.filter(({ status }) => status === 'applied' || status === 'duplicate').length;
}

const refusal = (failure: SyncFailure): QueueEvent => ({
  type: 'rejected',
  errors: [{ code: failure.kind, detail: failure.message }]
});

function eventOf(result: MutationResult | undefined, generation: string): QueueEvent {
  if (result === undefined) return { type: 'unanswered' };
  switch (result.status) {
    case 'applied':
    case 'duplicate':
      return {
        type: 'applied',
        version: result.record?.version ?? null,
        generation,
        receipt: result.receipt ?? null,
        certificate_number: result.record?.certificate?.number ?? null,
        held_for: result.record?.certificate?.state === 'held' ? result.record.certificate.held_for : null
      };
    case 'rejected':
      return { type: 'rejected', errors: result.errors };
    case 'retry':
      return {
        type: 'deferred',
        errors: result.errors ?? null,
        retryAfterMs: (result.retry_after_seconds ?? 0) * 1000
      };
  }
}

/** Takes rows one event on. */
export const settle = <Row extends Sendable>(
  queue: QueueStore<Row>,
  clock: Clock,
  rows: readonly Row[],
  event: (row: Row) => QueueEvent
): Promise<void> =>
  rows.length === 0
    ? Promise.resolve()
    : queue.change(
        rows.map(({ id }) => id),
        (row) => transition(row, event(row), clock)
      );
