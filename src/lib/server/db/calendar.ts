import { sql } from 'slonik';
import { type z } from 'zod';
import { calendarEventSchema } from '#lib/contracts/dashboard.ts';
import { dueColumns, dueItem, dueItems, earliestFirst, type DueItem } from './due-items.ts';
import type { Tx } from './transaction.ts';

export type CalendarEvent = z.infer<typeof calendarEventSchema>;

/** When each asset, and each of its channels, is due by its latest valid calibration; all of it is in an index. */
const latestDue = sql.fragment`
  SELECT c.asset_id, c.channel_id, max(c.due_date) AS date FROM calibrations c WHERE c.voided_at IS NULL
  GROUP BY c.asset_id, c.channel_id`;

/**
 * What was calibrated in a year and what falls due in it, in the organizations of the caller (of all, for a superadmin). Each
 * channel in use falls due by its own latest calibration; nothing falls due of assets that are retired or out of service, and voided
 * calibrations do not count.
 */
export const listCalendarEvents = (tx: Tx, year: number): Promise<readonly CalendarEvent[]> => {
  const inYear = sql.fragment`BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)`;
  return tx.any(sql.type(calendarEventSchema)`
    WITH done AS (
      SELECT DISTINCT c.asset_id, c.calibration_date AS date
      FROM calibrations c LEFT JOIN channels ch ON ch.id = c.channel_id
      WHERE c.calibration_date ${inYear} AND c.voided_at IS NULL AND ch.archived_at IS NULL
    ), due AS (
      SELECT DISTINCT latest.asset_id, latest.date
      FROM (${latestDue}) latest LEFT JOIN channels ch ON ch.id = latest.channel_id
      WHERE latest.date ${inYear} AND ch.archived_at IS NULL
    )
    SELECT a.asset_id, a.name, events.date, events.event_type
    FROM (
      SELECT done.*, 'calibrated' AS event_type FROM done
      UNION ALL
      SELECT due.*, 'calibration_due' FROM due
    ) events JOIN assets a ON a.id = events.asset_id
    WHERE ((SELECT app_sees_all()) OR a.organization_id = ANY ((SELECT app_organizations())::uuid[]))
      AND (event_type = 'calibrated' OR a.status = 'active' AND a.out_of_service_since IS NULL)
    ORDER BY events.date, lower(a.asset_id), events.event_type, a.id`);
};

/** What falls due from a day on in the organizations that the caller is a member of; earliest first. */
export const listDueFrom = (tx: Tx, from: string, most: number): Promise<readonly DueItem[]> =>
  tx.any(sql.type(dueItem)`
    SELECT ${dueColumns}
    FROM (${dueItems(sql.fragment`(SELECT app_organizations())::uuid[]`)}) due
    WHERE due.due_date >= ${from}::date
    ORDER BY ${earliestFirst}
    LIMIT ${most}`);
