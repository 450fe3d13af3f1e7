import { sql } from 'slonik';
import { z } from 'zod';
import { notificationRow } from './notifications.ts';
import type { Tx } from './transaction.ts';

const changed = notificationRow.extend({ number: z.int(), visible: z.boolean() });
/** A notification of the person's own stream; one that is not visible is gone for its reader. */
export type ChangedNotification = z.infer<typeof changed>;

const visible = sql.fragment`(removed_at IS NULL
  AND (organization_id IS NULL OR category = 'join_decision' OR app_may_read(organization_id)))`;

export const findChangedNotifications = (
  tx: Tx,
  userId: string,
  after: number,
  limit: number
): Promise<readonly ChangedNotification[]> =>
  tx.any(sql.type(changed)`
    SELECT id, category, parameters, asset_id, organization_id, read_at, created_at, number, ${visible} AS visible
    FROM notifications WHERE user_id = ${userId} AND number > ${after} ORDER BY number LIMIT ${limit}`);

export const countNotifications = (tx: Tx, userId: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*) AS total FROM notifications WHERE user_id = ${userId} AND ${visible}`);
