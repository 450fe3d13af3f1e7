import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { AssetView, createAssetViewBody, updateAssetViewBody } from '#lib/contracts/asset-views.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { MOST_ASSET_VIEWS } from '#lib/records/asset-list.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import {
  countAssetViews,
  deleteAssetViewRow,
  findAssetView,
  findAssetViews,
  insertAssetView,
  lockAssetViews,
  updateAssetViewRow
} from '#lib/server/db/asset-views.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const notFound = () => new Refusal('not_found', 'View not found.');

/** The views of the asset list that the caller has saved, by name. */
export const listAssetViews = ({ pool }: Services, actor: PersonActor): Promise<AssetView[]> =>
  transaction(pool, actor, async (tx) => [...(await findAssetViews(tx, actor.userId))]);

/** Saves a view. @throws Refusal `view_name_taken`, `too_many_views` */
export const createAssetView = (
  { pool }: Services,
  actor: PersonActor,
  body: z.output<typeof createAssetViewBody>
): Promise<AssetView> =>
  transaction(pool, actor, async (tx) => {
    await lockAssetViews(tx, actor.userId);
    if ((await countAssetViews(tx, actor.userId)) >= MOST_ASSET_VIEWS) {
      throw new Refusal('too_many_views', `You have ${MOST_ASSET_VIEWS} views. Delete one before you save another.`);
    }
    return insertAssetView(tx, actor.userId, { ...body, id: uuidv7() });
  });

/**
 * Renames a view or replaces what it shows; absent fields stay.
 * @throws Refusal `not_found`, also for others' views; `stale`, `view_name_taken`
 */
export const updateAssetView = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  body: z.output<typeof updateAssetViewBody>,
  ifMatch: string | null
): Promise<AssetView> =>
  transaction(pool, actor, async (tx) => {
    await lockAssetViews(tx, actor.userId);
    const before = await findAssetView(tx, actor.userId, id);
    if (before === null) throw notFound();
    assertFresh(before, ifMatch);
    return updateAssetViewRow(tx, actor.userId, { ...before, ...presentFields(body) });
  });

/** Deletes a view. @throws Refusal `not_found`, also for others' views */
export const deleteAssetView = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    if (!(await deleteAssetViewRow(tx, actor.userId, id))) throw notFound();
  });
