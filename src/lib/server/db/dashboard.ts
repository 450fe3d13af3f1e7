/** The numbers of the dashboard, of the assets and calibrations of some organizations. */
import { sql } from 'slonik';
import { z } from 'zod';
import { calibrationStatus as calibrationStatuses } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { calendarDate } from '#lib/contracts/primitives.ts';
import type { AlikeAssets } from '#lib/laboratory/asset-counts.ts';
import type { AlikeCalibrations } from '#lib/laboratory/pass-rate.ts';
import { VERDICTS } from '#lib/metrology/types.ts';
import { assetKeySource, calibrationStatus, hasFailed, type StatusBasis } from './asset-record.ts';
import { findHeaders } from './calibrations.ts';
import type { Tx } from './transaction.ts';

const ids = (organizations: readonly string[]) => sql.array([...organizations], 'uuid');

/** The organizations of a person's dashboard: their own, for a superadmin all. */
export const findOwnOrganizations = (tx: Tx): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM organizations WHERE app_sees_all() OR id = ANY (app_organizations())`);

const alikeAssets = z.object({
  in_service: z.boolean(),
  failed: z.boolean(),
  calibration_status: calibrationStatuses,
  due_date: calendarDate.nullable(),
  n: z.number()
});
/** Assets that are not retired, grouped by equal properties. */
export const groupAssets = (
  tx: Tx,
  organizations: readonly string[],
  basis: StatusBasis
): Promise<readonly AlikeAssets[]> =>
  tx.any(sql.type(alikeAssets)`
    SELECT a.out_of_service_since IS NULL AS in_service, ${hasFailed} AS failed,
           ${calibrationStatus(basis)} AS calibration_status, dates.due_date, count(*) AS n
    FROM ${assetKeySource}
    WHERE a.organization_id = ANY (${ids(organizations)}) AND a.status = 'active'
    GROUP BY 1, 2, 3, 4`);

const verdict = z.enum(VERDICTS).nullable();
const alikeCalibrations = z.object({ as_found: verdict, as_left: verdict, n: z.number() });
/** Valid calibrations dated after a day, grouped by equal properties. */
export const groupVerdicts = (
  tx: Tx,
  organizations: readonly string[],
  since: string
): Promise<readonly AlikeCalibrations[]> =>
  tx.any(sql.type(alikeCalibrations)`
    SELECT c.profile ->> 'as_found' AS as_found, c.profile ->> 'as_left' AS as_left, count(*) AS n
    FROM calibrations c
    WHERE c.organization_id = ANY (${ids(organizations)}) AND c.calibration_date > ${since}::date AND c.voided_at IS NULL
    GROUP BY 1, 2`);

/**
 * How many tasks of assets in service are overdue or due within their lead time, or the instance's if they have none of
 * their own.
 */
export const countTasksDue = (
  tx: Tx,
  organizations: readonly string[],
  { today, leadDays }: StatusBasis
): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ n: z.number() }))`
    SELECT count(*) AS n FROM tasks t JOIN assets a ON a.id = t.asset_id
    WHERE t.organization_id = ANY (${ids(organizations)}) AND t.archived_at IS NULL
      AND a.status = 'active' AND a.out_of_service_since IS NULL
      AND t.next_due <= ${today}::date + coalesce(t.lead_days, (SELECT reminder_lead_days()), ${leadDays}::int)`);

/**
 * The calibrations recorded last that are valid, newest first. Queried for each organization separately, with an index.
 */
export async function findRecent(
  tx: Tx,
  organizations: readonly string[],
  most: number
): Promise<readonly CalibrationHeader[]> {
  const recent = await tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT c.id FROM unnest(${ids(organizations)}) AS organization CROSS JOIN LATERAL (
      SELECT id, recorded_at FROM calibrations
      WHERE organization_id = organization AND voided_at IS NULL
      ORDER BY recorded_at DESC, id LIMIT ${most}) c
    ORDER BY c.recorded_at DESC, c.id LIMIT ${most}`);
  const headers = await findHeaders(tx, recent);
  return recent.flatMap((id) => headers.get(id) ?? []);
}
