import { sql } from 'slonik';
import { z } from 'zod';
import { aboutCalibration, notificationRow } from './notifications.ts';
import type { Tx } from './transaction.ts';

const changed = notificationRow.extend({ number: z.int(), visible: z.boolean() });
/** A notification of the person's own stream; one that is not visible is gone for its reader. */
export type ChangedNotification = z.infer<typeof changed>;

const visible = sql.fragment`(n.removed_at IS NULL
  AND (n.organization_id IS NULL OR n.of_reader OR app_may_read(n.organization_id)))`;

/** In the order of their numbers. What the person may no longer see has only its number. */
export const findChangedNotifications = (
  tx: Tx,
  after: number,
  limit: number
): Promise<readonly ChangedNotification[]> =>
  tx.any(sql.type(changed)`
    SELECT s.id, s.category, coalesce(n.parameters, '{}') AS parameters,
           ${aboutCalibration(sql.fragment`n.event_key`)} AS calibration_id, n.asset_id, n.organization_id, n.read_at,
           s.created_at, s.number, n.id IS NOT NULL AND ${visible} AS visible
    FROM own_notification_stream(${after}, ${limit}) s LEFT JOIN notifications n ON n.id = s.id ORDER BY s.number`);

export const countNotifications = (tx: Tx, userId: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*) AS total FROM notifications n WHERE n.user_id = ${userId} AND ${visible}`);
