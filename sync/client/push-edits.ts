import type { Clock } from './clock.ts';
import { sendableEdits, type EditAnswer, type EditRow, type EditStore, type SendEdit } from './edit-row.ts';
import { settle } from './push-queue.ts';
import type { QueueStore } from './queue-row.ts';
import type { QueueEvent } from './queue-transition.ts';
import { asFailure, outcomeIsUnknown, type SyncFailure } from './sync-failure.ts';

export type EditPorts = {
  readonly edits: EditStore;
  readonly queue: Pick<QueueStore, 'inState'>;
  readonly send: SendEdit;
  readonly clock: Clock;
};

/**
 * Sends the edits that are due, one after the other in the order in which they were made. One that has to wait holds those of its own
 * asset, so that the later of two photos stays the later one; one that is refused holds none. A file comes after its calibration.
 * @throws SyncFailure when the server could not be asked; the edit waits again by then
 */
export async function pushEdits(ports: EditPorts): Promise<void> {
  const { edits, queue, clock, send } = ports;
  for (;;) {
    const next = firstDue(await sendableEdits(edits, queue), clock.now());
    if (next === null) return;
    await settle(edits, clock, [next], () => ({ type: 'sent' }));
    const [sending] = (await edits.inState('sending')).filter(({ id }) => id === next.id);
    // Discarded meanwhile.
    if (sending === undefined) continue;
    await sendOne(ports, sending, send);
  }
}

async function sendOne({ edits, clock }: EditPorts, row: EditRow, send: SendEdit): Promise<void> {
  let answer: EditAnswer;
  try {
    answer = await send(row);
  } catch (thrown) {
    const failure = asFailure(thrown);
    await settle(edits, clock, [row], () => eventOf(failure));
    // What the server stumbles over waits for a while, and nothing else waits for it.
    if (failure.kind !== 'broken') throw failure;
    await settle(edits, clock, [row], () => ({ type: 'deferred', errors: null, retryAfterMs: failure.retryAfterMs }));
    return;
  }
  if (answer.status === 'rejected') {
    const { errors } = answer;
    return settle(edits, clock, [row], () => ({ type: 'rejected', errors }));
  }
  const { result } = answer;
  // Kept with the row, so that it stays on the screen until the asset that holds it is here.
  await edits.change([row.id], (kept) => ({ ...kept, result }));
  await settle(edits, clock, [row], () => ({ type: 'applied', version: null }));
}

const eventOf = ({ kind }: SyncFailure): QueueEvent => ({
  type: outcomeIsUnknown(kind) ? 'unanswered' : 'undelivered'
});

function firstDue(waiting: readonly EditRow[], now: number): EditRow | null {
  const busy = new Set<string>();
  for (const row of waiting) {
    if (row.next_attempt_at <= now && !busy.has(row.asset_id)) return row;
    busy.add(row.asset_id);
  }
  return null;
}
