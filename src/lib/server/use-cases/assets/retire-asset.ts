import type { z } from 'zod';
import type { Asset, stateReasonBody } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { updateAssetRow } from '#lib/server/db/assets.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { holdAsset } from './hold-asset.ts';
import { requireAsset } from './require-asset.ts';
import { withStatus } from './with-status.ts';

type Why = z.output<typeof stateReasonBody> | undefined;

/** Takes an asset out of use; its history stays. Retiring a retired one changes nothing. */
export const retireAsset = (services: Services, actor: PersonActor, asset: AssetRef, why?: Why): Promise<Asset> =>
  setStatus(services, actor, asset, 'retired', why);

/** Brings a retired asset back into use. */
export const restoreAsset = (services: Services, actor: PersonActor, asset: AssetRef, why?: Why): Promise<Asset> =>
  setStatus(services, actor, asset, 'active', why);

function setStatus(
  services: Services,
  actor: PersonActor,
  asset: AssetRef,
  status: Asset['status'],
  why: Why
): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    const before = await holdAsset(tx, services, actor, asset);
    if (before.status === status) return before;
    const { asset: after, changes } = withStatus(before, status, why?.reason || null, actor, services.now());
    await appendAudit(tx, actor, before.organization_id, {
      action: status === 'retired' ? 'asset.retired' : 'asset.restored',
      resource: { type: 'asset', id: before.id, label: before.asset_id },
      changes
    });
    await updateAssetRow(tx, after);
    return requireAsset(tx, services, before.id);
  });
}
