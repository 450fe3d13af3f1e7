/** The calibrations that used an instrument as their reference since it last conformed. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { calendarDate, id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const servedRow = z.object({ id, organization_id: id, asset_label: z.string(), version: z.int() });
export type Served = z.infer<typeof servedRow>;
type Failed = Pick<CalibrationHeader, 'id' | 'asset' | 'channel_id' | 'calibration_date' | 'version'>;

/**
 * The day of the last calibration before this one that conforms, or that was left within tolerance; and, newest first,
 * the valid calibrations since that day that used the instrument, excluding this calibration. Read by the system, of
 * all organizations.
 */
export async function findServed(
  tx: Tx,
  failed: Failed
): Promise<{ readonly since: string | null; readonly served: readonly Served[] }> {
  const since = await tx.maybeOneFirst(sql.type(z.object({ calibration_date: calendarDate }))`
    SELECT c.calibration_date FROM calibrations c
    WHERE c.asset_id = ${failed.asset.id} AND coalesce(c.channel_id, nobody()) = coalesce(${failed.channel_id}::uuid, nobody())
      AND c.voided_at IS NULL
      AND (c.calibration_date, c.version) < (${failed.calibration_date}::date, ${failed.version}::int)
      AND (c.conforms OR c.profile ->> 'as_left' IN ('pass', 'conditional_pass'))
    ORDER BY c.calibration_date DESC, c.version DESC LIMIT 1`);
  const served = await tx.any(sql.type(servedRow)`
    SELECT c.id, c.organization_id, c.asset_label, c.version FROM calibrations c
    WHERE c.reference_asset_id = ${failed.asset.id}
      AND coalesce(c.reference_channel_id, nobody()) = coalesce(${failed.channel_id}::uuid, nobody())
      AND c.voided_at IS NULL AND c.calibration_date >= coalesce(${since}::date, '-infinity')
      AND c.reference_calibration_id IS DISTINCT FROM ${failed.id}::uuid
    ORDER BY c.calibration_date DESC, c.recorded_at DESC, c.id`);
  return { since, served };
}
