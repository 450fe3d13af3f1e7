import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { notificationLink } from '#lib/laboratory/notifications/notification-text.ts';
import type { AboutOf } from '#lib/laboratory/notifications/notification-event.ts';
import { kindOf, NOTIFICATIONS, type EventCategory } from '#lib/records/notifications.ts';
import { isDemonstration } from '#lib/server/db/demonstration.ts';
import { claimMailing, whoWants } from '#lib/server/db/notification-preferences.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueueAll, type NoticeSubject } from '#lib/server/jobs/queue.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';
import { pushTo } from '#lib/server/use-cases/push/push-to.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { eventOf, type Notice } from './notice.ts';
import { NOTICES } from './notices.ts';

/**
 * Notifies everybody concerned of an event (specification 6): in the app, by mail and on devices, through the channels that each
 * has chosen. With the event's key a job that runs twice notifies a person once. The demonstration notifies nobody.
 */
export const notify = <C extends EventCategory>(
  { pool, push }: Services,
  category: C,
  about: AboutOf<C>
): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    for (const notice of await NOTICES[category](tx, about)) {
      if (notice.organizationId !== null && (await isDemonstration(tx, notice.organizationId))) continue;
      await showInApp(tx, category, notice);
      await enqueueMails(tx, category, about, notice);
      if (push !== undefined) await enqueuePushes(tx, category, about, notice);
    }
  });

async function showInApp<C extends EventCategory>(tx: Tx, category: C, notice: Notice<C>): Promise<void> {
  const { preference } = NOTIFICATIONS[category];
  const { alwaysInApp } = kindOf(category);
  const readers = alwaysInApp ? notice.people : await whoWants(tx, notice.people, preference, 'in_app');
  const event = eventOf(category, notice);
  await insertNotifications(
    tx,
    readers.map((user_id) => ({
      id: uuidv7(),
      user_id,
      event,
      asset_id: notice.assetId,
      organization_id: notice.organizationId,
      event_key: notice.eventKey
    }))
  );
}

/** One mail per person, for those who want it and have not received it; with mail off nothing happens. */
async function enqueueMails<C extends EventCategory>(
  tx: Tx,
  category: C,
  about: AboutOf<C>,
  { people, eventKey: event_key }: Notice<C>
): Promise<void> {
  if (kindOf(category).neverMailed || people.length === 0 || !(await isMailOn(tx))) return;
  const wanting = await whoWants(tx, people, NOTIFICATIONS[category].preference, 'email');
  const fresh = await claimMailing(tx, wanting, event_key);
  const subject = { category, about, event_key } as unknown as NoticeSubject;
  await enqueueAll(
    tx,
    fresh.map((user_id) => ({ name: 'mail_notice', payload: { user_id, subject }, options: { maxAttempts: 8 } }))
  );
}

/** One message for each device of those who want them and have not been told. */
async function enqueuePushes<C extends EventCategory>(
  tx: Tx,
  category: C,
  about: AboutOf<C>,
  { people, eventKey, assetId, organizationId }: Notice<C>
): Promise<void> {
  const { preference } = NOTIFICATIONS[category];
  const wanting = await whoWants(tx, people, preference, 'push');
  const fresh = await claimMailing(tx, wanting, `push:${eventKey}`);
  const calibration_id = 'calibration_id' in about ? about.calibration_id : null;
  const path = notificationLink({ category, calibration_id, asset_id: assetId, organization_id: organizationId });
  await pushTo(tx, fresh, { about: preference ?? 'other', path });
}
