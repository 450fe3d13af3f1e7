import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import { z } from 'zod';
import { assetViewSchema, type AssetView } from '#lib/contracts/asset-views.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, name, query, filter, location_id, sort, columns, updated_at`;

/** Waits until nobody else changes this person's views, so that they can be counted and compared; held until the transaction ends. */
export async function lockAssetViews(tx: Tx, userId: string): Promise<void> {
  await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${`asset views ${userId}`}, 0))`);
}

export const findAssetViews = (tx: Tx, userId: string): Promise<readonly AssetView[]> =>
  tx.any(sql.type(assetViewSchema)`
    SELECT ${columns} FROM asset_views WHERE user_id = ${userId} ORDER BY lower(name)`);

export const findAssetView = (tx: Tx, userId: string, id: string): Promise<AssetView | null> =>
  tx.maybeOne(sql.type(assetViewSchema)`
    SELECT ${columns} FROM asset_views WHERE user_id = ${userId} AND id = ${id}`);

export const countAssetViews = (tx: Tx, userId: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ n: z.number() }))`
    SELECT count(*) AS n FROM asset_views WHERE user_id = ${userId}`);

/** @throws Refusal `view_name_taken` */
export const insertAssetView = (tx: Tx, userId: string, view: Omit<AssetView, 'updated_at'>): Promise<AssetView> =>
  refusingTakenName(
    tx.one(sql.type(assetViewSchema)`
      INSERT INTO asset_views (id, user_id, name, query, filter, location_id, sort, columns)
      VALUES (${view.id}, ${userId}, ${view.name}, ${view.query}, ${view.filter}, ${view.location_id}, ${view.sort},
              ${sql.array([...view.columns], 'text')})
      RETURNING ${columns}`)
  );

/** @throws Refusal `view_name_taken` */
export const updateAssetViewRow = (tx: Tx, userId: string, view: AssetView): Promise<AssetView> =>
  refusingTakenName(
    tx.one(sql.type(assetViewSchema)`
      UPDATE asset_views
      SET name = ${view.name}, query = ${view.query}, filter = ${view.filter}, location_id = ${view.location_id},
          sort = ${view.sort}, columns = ${sql.array([...view.columns], 'text')}, updated_at = clock_timestamp()
      WHERE user_id = ${userId} AND id = ${view.id}
      RETURNING ${columns}`)
  );

/** @returns whether there was one */
export async function deleteAssetViewRow(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`DELETE FROM asset_views WHERE user_id = ${userId} AND id = ${id}`);
  return rowCount === 1;
}

async function refusingTakenName<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (thrown) {
    if (!(thrown instanceof UniqueIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal('view_name_taken', 'You already have a view with this name. Choose another name.');
  }
}
