import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { calendarDate, id } from '#lib/contracts/primitives.ts';

/**
 * What falls due in some organizations: each channel in use by the latest due date of its calibrations, the asset as a whole unless a
 * channel was calibrated since, and each task. Nothing of assets that are retired or out of service; voided calibrations do not count.
 * The dates of calibrations are read from an index alone.
 * @param organizations an array of uuid
 * @returns a query with the columns of `dueItem`, `organization_id`, and `lead_days`, if a task has its own
 */
export const dueItems = (organizations: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT a.organization_id, item.lead_days, a.id, a.asset_id, a.name, item.channel_id, ch.name AS channel_name, item.task_id,
         item.task_name, l.name AS location_name, o.name AS organization_name, item.due_date
  FROM (
    SELECT latest.*, NULL::uuid AS task_id, NULL AS task_name, NULL::integer AS lead_days,
           max(latest.calibrated_on) FILTER (WHERE own.id IS NOT NULL)
             OVER (PARTITION BY latest.asset_id) AS channel_calibrated_on
    FROM (
      SELECT c.asset_id, c.channel_id, max(c.due_date) AS due_date, max(c.calibration_date) AS calibrated_on
      FROM calibrations c WHERE c.organization_id = ANY (${organizations}) AND c.voided_at IS NULL
      GROUP BY c.asset_id, c.channel_id
    ) latest LEFT JOIN channels own ON own.id = latest.channel_id AND own.archived_at IS NULL
    UNION ALL
    SELECT t.asset_id, t.channel_id, t.next_due, NULL, t.id, t.name, t.lead_days, NULL
    FROM tasks t WHERE t.organization_id = ANY (${organizations}) AND t.archived_at IS NULL
  ) item
  JOIN assets a ON a.id = item.asset_id AND a.status = 'active' AND a.out_of_service_since IS NULL
  JOIN organizations o ON o.id = a.organization_id AND o.is_active
  LEFT JOIN channels ch ON ch.id = item.channel_id
  LEFT JOIN locations l ON l.id = a.location_id
  WHERE item.due_date IS NOT NULL AND ch.archived_at IS NULL
    AND (item.channel_id IS NOT NULL OR item.task_id IS NOT NULL
      OR item.channel_calibrated_on IS NULL OR item.channel_calibrated_on < item.calibrated_on)`;

/** Columns of `dueItem`, and the order in which people read them, of what `dueItems` finds as `due`. */
export const dueColumns = sql.fragment`
  due.id, due.asset_id, due.name, due.channel_id, due.channel_name, due.task_id, due.task_name, due.location_name,
  due.organization_name, due.due_date`;
export const earliestFirst = sql.fragment`due.due_date, lower(due.asset_id), due.id, due.channel_name, due.task_name`;

export const dueItem = z.object({
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
  due_date: calendarDate
});
export type DueItem = z.infer<typeof dueItem>;
