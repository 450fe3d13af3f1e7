import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findChangedNotifications, type ChangedNotification } from '#lib/server/db/changed-notifications.ts';
import { notificationFor } from '#lib/server/db/notifications.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';

/**
 * One page of a person's own notifications, in their language, without those they removed or may no longer see.
 * @param after the last number that the device has read
 * @param last the last number of the stream
 */
export async function notificationPage(
  tx: Tx,
  actor: PersonActor,
  after: number,
  last: number,
  limit: number
): Promise<{ readonly documents: readonly string[]; readonly more: boolean; readonly user: number }> {
  const changed = await findChangedNotifications(tx, after, limit + 1);
  const taken = changed.slice(0, limit);
  const reached = taken.at(-1)?.number ?? 0;
  const more = changed.length > limit;
  const wanted = after === 0 ? taken.filter(({ visible }) => visible) : taken;
  return {
    documents: wanted.map((row) => JSON.stringify(documentOf(actor, row))),
    more,
    user: more ? reached : Math.max(last, reached)
  };
}

function documentOf(actor: PersonActor, row: ChangedNotification): PullAnswer['documents'][number] {
  const { number, visible, ...stored } = row;
  const origin = { _stream: actor.userId, _seq: number };
  if (!visible) return { id: row.id, ...origin, _deleted: true };
  return { ...notificationFor(actor.language, stored), ...origin, _deleted: false } as PullAnswer['documents'][number];
}
