import { NOTIFICATIONS } from '#lib/records/notifications.ts';
import { claimMailing, whoWants } from '#lib/server/db/notification-preferences.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { enqueueAll, type NoticeSubject } from '#lib/server/jobs/queue.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';

/**
 * Hands the mails about an event to the queue, one a person, for those who want them; with mail off nothing happens. Called again
 * for the same event it mails nobody a second time.
 * @param eventKey as the notifications of the event have it
 */
export async function enqueueNotices(
  tx: Tx,
  userIds: readonly string[],
  eventKey: string,
  about: NoticeSubject
): Promise<void> {
  if (userIds.length === 0 || !(await isMailOn(tx))) return;
  const wanting = await whoWants(tx, userIds, NOTIFICATIONS[about.category].preference, 'email');
  const fresh = await claimMailing(tx, wanting, eventKey);
  await enqueueAll(
    tx,
    fresh.map((user_id) => ({ name: 'mail_notice', payload: { user_id, about }, options: { maxAttempts: 8 } }))
  );
}
