import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { notificationCategory, type Notification } from '#lib/contracts/notifications.ts';
import { id, instant, type Language } from '#lib/contracts/primitives.ts';
import type { NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { notificationLink, notificationText } from '#lib/laboratory/notifications/notification-text.ts';
import { mapPage, type Page } from '#lib/laboratory/page.ts';
import { kindOf, OF_CALIBRATIONS } from '#lib/records/notifications.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

export const notificationRow = z.strictObject({
  id,
  category: notificationCategory,
  parameters: z.record(z.string(), z.unknown()),
  calibration_id: id.nullable(),
  asset_id: id.nullable(),
  organization_id: id.nullable(),
  read_at: instant.nullable(),
  created_at: instant
});
export type NotificationRow = z.infer<typeof notificationRow>;

const CALIBRATION_KEY = `^(?:${OF_CALIBRATIONS.join('|')}):([0-9a-f-]{36})(?::|$)`;
/** The calibration that a notification is about, from the key of its event. */
export const aboutCalibration = (eventKey: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`substring(${eventKey} FROM ${CALIBRATION_KEY})`;

const columns = sql.fragment`id, category, parameters, ${aboutCalibration(sql.fragment`event_key`)} AS calibration_id,
  asset_id, organization_id, read_at, created_at`;
// Someone who no longer sees an organization sees none of its notifications, except decisions about themselves.
const own = sql.fragment`user_id = app_user_id() AND removed_at IS NULL
  AND (organization_id IS NULL OR of_reader OR app_may_read(organization_id))`;

/** The stored row as returned to its reader, in their language. */
export function notificationFor(language: Language, row: NotificationRow): Notification {
  const { parameters, calibration_id: _, ...record } = row;
  const event = { category: row.category, parameters } as unknown as NotificationEvent;
  return { ...record, ...notificationText(event, language), link: notificationLink(row) };
}

export type NotificationFilter = {
  readonly unread?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export async function pageOfNotifications(
  tx: Tx,
  filter: NotificationFilter,
  language: Language
): Promise<Page<Notification>> {
  const page = await readPage(tx, {
    row: notificationRow,
    columns,
    from: sql.fragment`notifications`,
    where: [own, readState(filter.unread)],
    id: sql.fragment`id`,
    sortKeys: { created_at: { expression: sql.fragment`created_at`, type: 'timestamptz' } },
    sort: '-created_at',
    limit: filter.limit,
    cursor: filter.cursor
  });
  return mapPage(page, (row) => notificationFor(language, row));
}

const readState = (unread: boolean | undefined): FragmentSqlToken =>
  unread === undefined
    ? sql.fragment`true`
    : unread
      ? sql.fragment`read_at IS NULL`
      : sql.fragment`read_at IS NOT NULL`;

/** `null` if the caller has no such notification. */
export const markNotificationRead = (tx: Tx, id: string): Promise<NotificationRow | null> =>
  tx.maybeOne(sql.type(notificationRow)`
    UPDATE notifications SET read_at = coalesce(read_at, now()) WHERE id = ${id} AND ${own} RETURNING ${columns}`);

export async function markAllNotificationsRead(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`UPDATE notifications SET read_at = now() WHERE read_at IS NULL AND ${own}`);
}

/** Makes the caller's devices pull all their notifications again, in the new language. */
export async function renumberNotifications(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`UPDATE notifications SET read_at = read_at WHERE ${own}`);
}

/** Kept as a row without text, so that the person's devices learn of the removal. @returns whether there was one. */
export async function removeNotification(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE notifications SET removed_at = now() WHERE id = ${id} AND ${own}`);
  return rowCount === 1;
}

export async function removeAllNotifications(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`UPDATE notifications SET removed_at = now() WHERE ${own}`);
}

/** One notification for one person; the same event key notifies the same person once, however often it is sent. */
export type NewNotification = {
  readonly id: string;
  readonly user_id: string;
  readonly event: NotificationEvent;
  readonly asset_id: string | null;
  readonly organization_id: string | null;
  readonly event_key: string;
};

/** Written only by the system, ordered by person: all writers take the counters in this order. */
export async function insertNotifications(tx: Tx, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const rows = notifications.map(({ event, ...row }) => ({
    ...row,
    ...event,
    of_reader: kindOf(event.category).ofReader === true
  }));
  await tx.query(sql.unsafe`
    INSERT INTO notifications (id, user_id, category, parameters, asset_id, organization_id, event_key, of_reader)
    SELECT id, user_id, category, parameters, asset_id, organization_id, event_key, of_reader
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(id uuid, user_id uuid, category text, parameters jsonb, asset_id uuid, organization_id uuid, event_key text,
           of_reader boolean)
    ORDER BY user_id, event_key
    ON CONFLICT (user_id, event_key) DO NOTHING`);
}
