import { sql } from 'slonik';
import { z } from 'zod';
import { calendarEventSchema } from '#lib/contracts/dashboard.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

export type CalendarEvent = z.infer<typeof calendarEventSchema>;

/**
 * What was calibrated in a year and what falls due in it, in the organizations of the caller (of all, for a superadmin). Each
 * channel in use falls due by its own latest calibration; nothing falls due of assets that are retired or out of service, and voided
 * calibrations do not count.
 */
export const listCalendarEvents = (tx: Tx, year: number): Promise<readonly CalendarEvent[]> => {
  const inYear = sql.fragment`BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)`;
  return tx.any(sql.type(calendarEventSchema)`
    WITH mine AS (
      SELECT a.id, a.asset_id, a.name,
             a.status = 'active' AND a.out_of_service_since IS NULL AS is_in_use
      FROM assets a
      WHERE app_may_read(a.organization_id) AND (app_sees_all() OR a.organization_id = ANY (app_organizations()))
    ), valid AS (
      SELECT mine.*, c.channel_id, c.calibration_date, c.due_date
      FROM mine JOIN calibrations c ON c.asset_id = mine.id
      LEFT JOIN channels ch ON ch.id = c.channel_id
      WHERE c.voided_at IS NULL AND ch.archived_at IS NULL
    ), due AS (
      SELECT id, asset_id, name, max(due_date) AS date FROM valid WHERE is_in_use
      GROUP BY id, asset_id, name, channel_id
    )
    SELECT asset_id, name, date, event_type FROM (
      SELECT DISTINCT id, asset_id, name, calibration_date AS date, 'calibrated' AS event_type FROM valid
      WHERE calibration_date ${inYear}
      UNION ALL
      SELECT DISTINCT id, asset_id, name, date, 'calibration_due' FROM due WHERE date ${inYear}
    ) events
    ORDER BY date, lower(asset_id), event_type, id`);
};

const dueRow = z.object({
  id,
  asset_id: z.string(),
  name: z.string(),
  channel_id: id.nullable(),
  channel_name: z.string().nullable(),
  /** What is due, if it is not a calibration. */
  task_id: id.nullable(),
  task_name: z.string().nullable(),
  location_name: z.string().nullable(),
  organization_name: z.string(),
  due_date: calendarEventSchema.shape.date
});
export type DueEntry = z.infer<typeof dueRow>;

/**
 * What falls due from a day on, each channel in use by its own latest calibration, and each task, in the organizations that the caller
 * is a member of; earliest first.
 */
export const listDueFrom = (tx: Tx, from: string, most: number): Promise<readonly DueEntry[]> =>
  tx.any(sql.type(dueRow)`
    WITH due AS (
      SELECT c.asset_id, c.channel_id, NULL::uuid AS task_id, NULL AS task_name, max(c.due_date) AS due_date
      FROM calibrations c WHERE c.voided_at IS NULL GROUP BY c.asset_id, c.channel_id
      UNION ALL
      SELECT t.asset_id, t.channel_id, t.id, t.name, t.next_due FROM tasks t WHERE t.archived_at IS NULL
    )
    SELECT a.id, a.asset_id, a.name, due.channel_id, ch.name AS channel_name, due.task_id, due.task_name,
           l.name AS location_name, o.name AS organization_name, due.due_date
    FROM assets a
    JOIN organizations o ON o.id = a.organization_id
    JOIN due ON due.asset_id = a.id AND due.due_date >= ${from}::date
    LEFT JOIN channels ch ON ch.id = due.channel_id
    LEFT JOIN locations l ON l.id = a.location_id
    WHERE a.organization_id = ANY (app_organizations()) AND a.status = 'active' AND a.out_of_service_since IS NULL
      AND ch.archived_at IS NULL
    ORDER BY due_date, lower(a.asset_id), a.id, ch.name, due.task_name
    LIMIT ${most}`);
