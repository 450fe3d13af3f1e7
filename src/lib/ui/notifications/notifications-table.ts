import type { Notification } from '#lib/contracts/notifications.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import type { ListTable } from '../table/list-table.ts';

/** Notifications one by one, also those that the list shows as one row, for spreadsheets. */
export const notificationsTable = (notifications: readonly Notification[], say: Translate): ListTable => ({
  heads: ['notifications.csv.title', 'notifications.csv.body', 'common.received', 'notifications.csv.read'].map((key) =>
    say(key)
  ),
  rows: notifications.map(({ title, body, created_at, read_at }) => [title, body, created_at, read_at])
});
