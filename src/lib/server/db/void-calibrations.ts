import { sql } from 'slonik';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Tx } from './transaction.ts';

/** @returns false if it was already voided. */
export async function markVoided(tx: Tx, id: string, actor: PersonActor, reason: string | null): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE calibrations SET voided_at = clock_timestamp(), voided_by = ${actor.userId}, voided_by_name = ${actor.fullName},
                            voided_by_role = ${actor.role}, void_reason = ${reason}
    WHERE id = ${id} AND voided_at IS NULL`);
  return rowCount === 1;
}

/** @returns false if it was not voided. */
export async function clearVoided(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE calibrations SET voided_at = NULL, voided_by = NULL, voided_by_name = NULL, voided_by_role = NULL, void_reason = NULL
    WHERE id = ${id} AND voided_at IS NOT NULL`);
  return rowCount === 1;
}

/**
 * Assigns a new change number to the valid calibration that is now the latest of an asset or channel: devices store the
 * latest one completely, and voiding another may have made it the latest.
 */
export async function stampLatest(tx: Tx, assetId: string, channelId: string | null): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE calibrations SET voided_at = voided_at WHERE id = (
      SELECT c.id FROM calibrations c
      WHERE c.asset_id = ${assetId} AND coalesce(c.channel_id, nobody()) = coalesce(${channelId}::uuid, nobody())
        AND c.voided_at IS NULL
      ORDER BY c.calibration_date DESC, c.version DESC LIMIT 1)`);
}
