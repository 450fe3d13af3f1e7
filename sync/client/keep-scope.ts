import type { PullAnswer } from '#sync/protocol/pull.ts';
import type { Clock } from './clock.ts';
import type { QueueStore } from './queue-row.ts';
import { transition } from './queue-transition.ts';
import type { ReplicaStore } from './replica.ts';

/**
 * Takes over the scope of an answer. What is unsent for an organization that was left goes into quarantine (refused, with
 * its reason): it stays readable and exportable, and can be sent again should the membership return. Rows of that
 * organization are hidden from now on and removed with the next page of their own collection.
 */
export async function keepScope(
  { replica, queue, clock }: { readonly replica: ReplicaStore; readonly queue: QueueStore; readonly clock: Clock },
  answer: PullAnswer
): Promise<void> {
  const before = await replica.scope();
  const now = new Set(answer.scope);
  const lost = new Set((before?.organizations ?? []).filter((organization) => !now.has(organization)));
  if (lost.size > 0) {
    const rows = await queue.inState('waiting');
    const orphans = rows.filter((row) => row.organization_id !== null && lost.has(row.organization_id));
    await queue.change(
      orphans.map(({ id }) => id),
      (row) => transition(row, { type: 'scope_lost' }, clock)
    );
  }
  const after = { organizations: [...now].sort(), instance: answer.instance };
  if (JSON.stringify(before) !== JSON.stringify(after)) await replica.setScope(after);
}
