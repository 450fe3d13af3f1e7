import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { type AssetFilter, pageOfAssets } from '#lib/server/db/assets.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { type Services, statusBasis } from '#lib/server/use-cases/services.ts';
import { requireAsset } from './require-asset.ts';
import { resolveAsset } from './resolve-asset.ts';

/** The identification of an asset in a path: `asset_id` or UUID, and the organization if needed. */
export type AssetRef = { readonly ref: string; readonly organizationId?: string | undefined };

/** @throws Refusal `not_found`, `ambiguous_ref` */
export const getAsset = (services: Services, actor: PersonActor, { ref, organizationId }: AssetRef): Promise<Asset> =>
  reading(services.pool, actor, async (tx) =>
    requireAsset(tx, services, (await resolveAsset(tx, ref, organizationId)).id)
  );

/** @throws Refusal `invalid_cursor` */
export const listAssets = (services: Services, actor: PersonActor, filter: AssetFilter): Promise<Page<Asset>> =>
  reading(services.pool, actor, (tx) => pageOfAssets(tx, filter, statusBasis(services)));
