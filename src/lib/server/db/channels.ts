import { sql } from 'slonik';
import type { Channel } from '#lib/contracts/assets.ts';
import type { Tx } from './transaction.ts';

/** Writes an asset's channels in use, in their order: new ones are added, known ones changed and taken back into use. */
export async function saveChannels(
  tx: Tx,
  asset: { readonly id: string; readonly organization_id: string },
  channels: readonly Channel[]
): Promise<void> {
  if (channels.length === 0) return;
  const rows = channels.map((channel, position) => ({ ...channel, position }));
  await tx.query(sql.unsafe`
    INSERT INTO channels (id, organization_id, asset_id, position, name, quantity, unit, measured_unit, range_min, range_max,
                          resolution, tolerance, correction_applied, cmc)
    SELECT id, ${asset.organization_id}::uuid, ${asset.id}::uuid, position, name, quantity, unit, measured_unit, range_min,
           range_max, resolution, tolerance, correction_applied, cmc
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(id uuid, position integer, name text, quantity text, unit text, measured_unit text,
           range_min double precision, range_max double precision, resolution double precision, tolerance jsonb,
           correction_applied boolean, cmc double precision)
    ON CONFLICT (id) DO UPDATE
    SET position = excluded.position, name = excluded.name, quantity = excluded.quantity, unit = excluded.unit,
        measured_unit = excluded.measured_unit, range_min = excluded.range_min, range_max = excluded.range_max,
        resolution = excluded.resolution, tolerance = excluded.tolerance,
        correction_applied = excluded.correction_applied, cmc = excluded.cmc, archived_at = NULL`);
}

/** Takes channels out of use: those with calibrations are archived, for ever part of the evidence; the others deleted. */
export async function removeChannels(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const those = sql.array([...ids], 'uuid');
  const calibrated = sql.fragment`EXISTS (SELECT FROM calibrations c WHERE c.asset_id = ch.asset_id AND c.channel_id = ch.id)`;
  await tx.query(sql.unsafe`UPDATE channels ch SET archived_at = now() WHERE id = ANY (${those}) AND ${calibrated}`);
  await tx.query(sql.unsafe`DELETE FROM channels ch WHERE id = ANY (${those}) AND NOT ${calibrated}`);
}
