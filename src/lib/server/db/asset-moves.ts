import { sql, type FragmentSqlToken } from 'slonik';
import { assetMoveSchema, type AssetMove } from '#lib/contracts/asset-bulk.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

/** A location of an entry, by its current name. */
const place = (which: 'old' | 'new'): FragmentSqlToken => {
  const placeId = sql.fragment`(changes -> 'location_id' ->> ${sql.literalValue(which)})::uuid`;
  return sql.fragment`CASE WHEN ${placeId} IS NOT NULL THEN json_build_object(
    'id', ${placeId}, 'name', (SELECT l.name FROM locations l WHERE l.id = ${placeId})) END`;
};

/**
 * The previous locations of an asset, newest first, from the history, which records every change of location and is
 * never changed.
 */
export const pageOfAssetMoves = (
  tx: Tx,
  asset: { readonly id: string; readonly organization_id: string },
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AssetMove>> =>
  readPage(tx, {
    row: assetMoveSchema,
    columns: sql.fragment`id, at, ${place('old')} AS from, ${place('new')} AS to,
      CASE WHEN actor_id IS NOT NULL THEN json_build_object('id', actor_id, 'full_name', actor_name) END AS by`,
    from: sql.fragment`audit_log`,
    where: [
      sql.fragment`organization_id = ${asset.organization_id}`,
      sql.fragment`resource_type = 'asset'`,
      sql.fragment`resource_id = ${asset.id}`,
      sql.fragment`changes ? 'location_id'`
    ],
    id: sql.fragment`id`,
    sortKeys: { number: { expression: sql.fragment`number`, type: 'bigint' } },
    sort: '-number',
    limit,
    cursor
  });
