import { findSubscriptionsOf } from '#lib/server/db/push-subscriptions.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import type { PushMessage } from './send-push.ts';

/** What has not been taken after this many tries, in about ten minutes, is no news any more. */
const MOST_ATTEMPTS = 6;

/** Enqueues a message for each device of these people. */
export async function pushTo(tx: Tx, people: readonly string[], { about, path }: PushMessage): Promise<void> {
  if (people.length === 0) return;
  const devices = await findSubscriptionsOf(tx, people);
  await enqueueAll(
    tx,
    devices.map((subscription_id) => ({
      name: 'push_notice',
      payload: { subscription_id, about, path },
      options: { maxAttempts: MOST_ATTEMPTS }
    }))
  );
}
