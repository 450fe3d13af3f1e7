import type { Notification } from '#lib/contracts/notifications.ts';
import { dayHere } from '#lib/laboratory/calendar-day.ts';

/** What one row of the list tells: a single notification, or the recorded calibrations of a day, newest first. */
export type NotificationGroup = {
  readonly key: string;
  /** The day on this device's calendar on which all of a group came. */
  readonly day: string;
  readonly items: readonly [Notification, ...Notification[]];
};

/** A morning's work in the laboratory is one thing to know; everything else asks somebody to do something and stands alone. */
const GROUPED: ReadonlySet<Notification['category']> = new Set(['calibration_recorded']);

/** Groups notifications that are sorted newest first; a group stands where its newest stands. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, { key: string; day: string; items: [Notification, ...Notification[]] }>();
  for (const notification of notifications) {
    const day = dayHere(new Date(notification.created_at));
    const key = GROUPED.has(notification.category) ? `${notification.category} ${day}` : notification.id;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { key, day, items: [notification] });
    else known.items.push(notification);
  }
  return [...groups.values()];
}

/** What stands behind a group: the one record, or the list of the calibrations recorded that day. */
export const groupLink = ({ items, day }: NotificationGroup): string =>
  items.length === 1 ? items[0].link : `/calibrations?recorded=${day}`;
