import type { Traceability } from '#lib/contracts/traceability.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import { findCounting } from '#lib/server/db/traced-calibrations.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { AssetRef } from '#lib/server/use-cases/assets/read-assets.ts';
import { resolveAsset } from '#lib/server/use-cases/assets/resolve-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { trace } from './trace.ts';

type Asked = AssetRef & {
  readonly channelId?: string | undefined;
  readonly calibrationId?: string | undefined;
  readonly depth?: number | undefined;
};

/**
 * What an asset's calibration rests on: the one named, else the one that counts now, of each channel.
 * @throws Refusal `not_found`, `ambiguous_ref`; InvalidInput `calibration_id`
 */
export async function getTraceability(
  services: Services,
  actor: PersonActor,
  { ref, organizationId, channelId, calibrationId, depth }: Asked
): Promise<Traceability> {
  const roots = await reading(services.pool, actor, async (tx) => {
    const asset = await resolveAsset(tx, ref, organizationId);
    if (calibrationId === undefined) return findCounting(tx, asset.id, channelId);
    const named = (await findHeaders(tx, [calibrationId])).get(calibrationId);
    if (named?.asset.id === asset.id) return [named.id];
    throw invalidInput(['query', 'calibration_id'], 'not_found', 'This asset has no such calibration');
  });
  return trace(services, actor, roots, 'backward', depth);
}
