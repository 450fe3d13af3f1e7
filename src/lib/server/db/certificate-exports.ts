import { sql } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const exportable = z.object({
  id,
  number: z.string(),
  asset: z.string(),
  channel: z.string().nullable(),
  version: z.number(),
  date: z.string(),
  is_void: z.boolean()
});
export type Exportable = z.infer<typeof exportable>;

/** These calibrations of an organization, by asset, channel and version. */
export const findExportable = (
  tx: Tx,
  organizationId: string,
  ids: readonly string[]
): Promise<readonly Exportable[]> =>
  tx.any(sql.type(exportable)`
    SELECT c.id, c.certificate_number AS number, c.asset_label AS asset, ch.name AS channel, c.version,
           to_char(c.calibration_date, 'YYYY-MM-DD') AS date, c.voided_at IS NOT NULL AS is_void
    FROM calibrations c LEFT JOIN channels ch ON ch.id = c.channel_id
    WHERE c.organization_id = ${organizationId} AND c.id = ANY (${sql.array([...ids], 'uuid')})
    ORDER BY lower(c.asset_label), c.asset_label, ch.position NULLS FIRST, c.channel_id, c.version, c.id`);

const meant = z.object({ asset: z.string(), calibration_id: id.nullable() });

/** Calibrations of assets: null for an asset without any. @param which `latest`: of each channel, that which counts now */
export const findOfAssets = (
  tx: Tx,
  organizationId: string,
  assetIds: readonly string[],
  which: 'latest' | 'all'
): Promise<readonly z.infer<typeof meant>[]> => {
  const ids = sql.array([...assetIds], 'uuid');
  const of = sql.fragment`c.organization_id = ${organizationId} AND c.asset_id = a.id`;
  const chosen =
    which === 'all'
      ? sql.fragment`SELECT c.id FROM calibrations c WHERE ${of}`
      : sql.fragment`SELECT DISTINCT ON (c.channel_id) c.id FROM calibrations c
                     WHERE ${of} AND c.voided_at IS NULL ORDER BY c.channel_id, c.calibration_date DESC, c.version DESC`;
  return tx.any(sql.type(meant)`
    SELECT a.asset_id AS asset, chosen.id AS calibration_id
    FROM assets a LEFT JOIN LATERAL (${chosen}) chosen ON true
    WHERE a.organization_id = ${organizationId} AND a.id = ANY (${ids})`);
};
