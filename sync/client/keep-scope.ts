import { COLLECTIONS } from '#sync/protocol/collections.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import { offerAgain } from './begin-anew.ts';
import type { Clock } from './clock.ts';
import type { EditStore } from './edit-row.ts';
import type { QueueStore, Sendable } from './queue-row.ts';
import { transition } from './queue-transition.ts';
import type { ReplicaStore } from './replica.ts';
import { SyncFailure } from './sync-failure.ts';

type Ports = {
  readonly replica: ReplicaStore;
  readonly queue: QueueStore;
  readonly edits?: EditStore | undefined;
  readonly clock: Clock;
};

/**
 * Takes over the scope of an answer. What is unsent for an organization that was left goes into quarantine (refused, with
 * its reason): it stays readable and exportable, and can be sent again should the membership return. What was pulled of that
 * organization leaves the disk now, in all collections.
 *
 * @throws SyncFailure `expired` if the response is from other data than those pulled before
 */
export async function keepScope(ports: Ports, answer: PullAnswer): Promise<void> {
  const { replica, queue, clock } = ports;
  const before = await replica.scope();
  const known = before?.generation ?? null;
  if (known !== null && known !== answer.generation) {
    throw new SyncFailure('expired', 'These are other data.', 0, { generation: answer.generation, older: true });
  }
  const now = new Set(answer.scope);
  const lost = (before?.organizations ?? []).filter((organization) => !now.has(organization));
  if (lost.length > 0) {
    await quarantine(queue, lost, clock);
    if (ports.edits !== undefined) await quarantine(ports.edits, lost, clock);
    await dropStreams(replica, lost);
  }
  const { generation, instance } = answer;
  // Applied to other data, before anything was pulled.
  if (known === null) await offerAgain(ports, ({ applied }) => (applied?.generation ?? generation) !== generation);
  const after = { organizations: [...now].sort(), instance, generation };
  if (JSON.stringify(before) !== JSON.stringify(after)) await replica.setScope(after);
}

async function quarantine<Row extends Sendable>(store: QueueStore<Row>, lost: readonly string[], clock: Clock) {
  const rows = await store.inState('waiting');
  const orphans = rows.filter((row) => row.organization_id !== null && lost.includes(row.organization_id));
  await store.change(
    orphans.map(({ id }) => id),
    (row) => transition(row, { type: 'scope_lost' }, clock)
  );
}

/** Before rows are removed, each collection notes which ones its checkpoint still counts. */
async function dropStreams(replica: ReplicaStore, lost: readonly string[]): Promise<void> {
  for (const collection of COLLECTIONS) {
    const position = await replica.position(collection);
    const dropped = [...new Set([...position.dropped, ...lost])];
    const complete = position.complete?.filter((stream) => !lost.includes(stream));
    await replica.setPosition(collection, { ...position, dropped, complete });
    await replica.removeStreams(collection, lost);
  }
}
