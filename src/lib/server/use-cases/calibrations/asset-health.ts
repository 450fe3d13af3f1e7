import type { AssetHealth, CurveComparison } from '#lib/contracts/health.ts';
import { MOST_CURVES } from '#lib/contracts/health.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assetHealth } from '#lib/laboratory/health/asset-health.ts';
import { compareHistory } from '#lib/laboratory/health/compare-history.ts';
import { healthSubject } from '#lib/laboratory/health/health-subject.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { findHeaders, findHistory } from '#lib/server/db/calibrations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { AssetRef } from '#lib/server/use-cases/assets/read-assets.ts';
import { requireAsset } from '#lib/server/use-cases/assets/require-asset.ts';
import { resolveAsset } from '#lib/server/use-cases/assets/resolve-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Asked = AssetRef & { readonly channelId?: string | undefined };

/** Drift, stability and interval of an asset or channel. @throws Refusal `not_found`, `ambiguous_ref`; InvalidInput `channel_id` */
export const getAssetHealth = (services: Services, actor: PersonActor, asked: Asked): Promise<AssetHealth> =>
  transaction(services.pool, actor, async (tx) => {
    const subject = await subjectOf(tx, services, asked);
    return assetHealth(await findHistory(tx, subject.asset.id, subject.channelId), subject);
  });

/**
 * Curves of an asset or channel on one grid: those named, or the latest ones.
 * @throws Refusal `not_found`, `ambiguous_ref`; InvalidInput `channel_id`, `ids`
 */
export const compareAssetCurves = (
  services: Services,
  actor: PersonActor,
  { ids, ...asked }: Asked & { readonly ids?: readonly string[] | undefined }
): Promise<CurveComparison> =>
  transaction(services.pool, actor, async (tx) => {
    const subject = await subjectOf(tx, services, asked);
    const { asset, channelId } = subject;
    if (ids === undefined) return compareHistory(await findHistory(tx, asset.id, channelId, MOST_CURVES), subject);
    const found = await findHeaders(tx, ids);
    const records = ids.map((id) => found.get(id));
    const own = records.filter((record) => record?.asset.id === asset.id && record.channel_id === channelId);
    const named = own.filter((record) => record !== undefined);
    if (named.length === records.length) return compareHistory(named, subject);
    throw invalidInput(['query', 'ids'], 'not_found', 'This asset or channel has no calibration with one of these ids');
  });

async function subjectOf(tx: Tx, services: Services, { ref, organizationId, channelId }: Asked) {
  const { id } = await resolveAsset(tx, ref, organizationId);
  const asset = await requireAsset(tx, services, id);
  if (channelId !== undefined && !asset.channels.some((channel) => channel.id === channelId)) {
    throw invalidInput(['query', 'channel_id'], 'not_found', `${asset.asset_id} has no such channel`);
  }
  if (channelId === undefined && asset.channels.some(({ archived_at }) => archived_at === null)) {
    throw invalidInput(['query', 'channel_id'], 'missing', `${asset.asset_id} is calibrated by channel. Specify one`);
  }
  return healthSubject(asset, channelId ?? null);
}
