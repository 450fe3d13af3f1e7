import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { pageOfAssets, type AssetFilter } from '#lib/server/db/assets.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { statusBasis, type Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `invalid_cursor` */
export const listAssets = (services: Services, actor: PersonActor, filter: AssetFilter): Promise<Page<Asset>> =>
  reading(services.pool, actor, (tx) => pageOfAssets(tx, filter, statusBasis(services)));
