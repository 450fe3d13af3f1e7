import { sql } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import { tracedCalibrationSchema } from '#lib/contracts/traceability.ts';
import { mayRead } from './may-read.ts';
import type { Tx } from './transaction.ts';

const tracedRow = tracedCalibrationSchema.omit({ depth: true, rests_on_id: true, hidden_between: true });
export type TracedRow = z.infer<typeof tracedRow>;

/** The facts about these calibrations in a traceability chain, as far as the caller may read them. */
export const findTraced = (tx: Tx, ids: readonly string[]): Promise<readonly TracedRow[]> =>
  tx.any(sql.type(tracedRow)`
    SELECT c.id, c.organization_id, o.name AS organization_name,
           json_build_object('id', c.asset_id, 'asset_id', c.asset_label, 'name', c.asset_name) AS asset,
           c.channel_id, ch.name AS channel_name, c.version, c.kind, c.calibration_date, c.due_date, c.certificate_number,
           c.lab_name, c.lab_certificate_number, c.lab_accreditation, c.conforms, c.voided_at IS NOT NULL AS voided,
           c.unit, c.expanded_uncertainty, c.coverage_factor
    FROM calibrations c JOIN organizations o ON o.id = c.organization_id LEFT JOIN channels ch ON ch.id = c.channel_id
    WHERE c.id = ANY(${sql.array([...ids], 'uuid')}) AND ${mayRead(sql.fragment`c.organization_id`)}`);

/** The calibration that counts now, of an asset and of each of its channels, or of the one named. */
export async function findCounting(tx: Tx, assetId: string, channelId: string | undefined): Promise<readonly string[]> {
  const rows = await tx.any(sql.type(z.object({ id }))`
    SELECT DISTINCT ON (coalesce(c.channel_id, nobody())) c.id FROM calibrations c
    WHERE c.asset_id = ${assetId} AND c.voided_at IS NULL
      ${channelId === undefined ? sql.fragment`` : sql.fragment`AND c.channel_id = ${channelId}`}
    ORDER BY coalesce(c.channel_id, nobody()), c.calibration_date DESC, c.version DESC`);
  return rows.map((row) => row.id);
}
