/** A person's own notifications; nobody else's can be reached. */
import type { Notification } from '#lib/contracts/notifications.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import {
  markAllNotificationsRead,
  markNotificationRead,
  notificationFor,
  pageOfNotifications,
  removeAllNotifications,
  removeNotification,
  type NotificationFilter
} from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Newest first, worded in the reader's language. @throws Refusal `invalid_cursor` */
export const listNotifications = (
  { pool }: Services,
  actor: PersonActor,
  filter: NotificationFilter
): Promise<Page<Notification>> => transaction(pool, actor, (tx) => pageOfNotifications(tx, filter, actor.language));

/** @throws Refusal `not_found` */
export const readNotification = ({ pool }: Services, actor: PersonActor, id: string): Promise<Notification> =>
  transaction(pool, actor, async (tx) => {
    const row = await markNotificationRead(tx, id);
    if (!row) throw noSuch();
    return notificationFor(actor.language, row);
  });

export const readAllNotifications = ({ pool }: Services, actor: PersonActor): Promise<void> =>
  transaction(pool, actor, markAllNotificationsRead);

/** @throws Refusal `not_found` */
export const deleteNotification = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    if (!(await removeNotification(tx, id))) throw noSuch();
  });

export const clearNotifications = ({ pool }: Services, actor: PersonActor): Promise<void> =>
  transaction(pool, actor, removeAllNotifications);

const noSuch = () => new Refusal('not_found', 'Notification not found.');
