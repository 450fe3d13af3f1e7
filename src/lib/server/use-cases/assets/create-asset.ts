import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Asset, createAssetBody } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { planChannels } from '#lib/laboratory/channel-plan.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { insertAsset, type AssetRow } from '#lib/server/db/assets.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { saveChannels } from '#lib/server/db/channels.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertLocationUsable } from '#lib/server/use-cases/locations/assert-location-usable.ts';
import { assertOrganizationVisible } from '#lib/server/use-cases/organizations/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMeasuring } from './assert-measuring.ts';
import { requireAsset } from './require-asset.ts';

type Body = z.output<typeof createAssetBody>;

/**
 * Registers an asset, with its channels, in one of the caller's organizations.
 * @throws Refusal `not_found`, `forbidden`, `asset_id_taken`; InvalidInput for ranges, tolerances and the location.
 */
export function createAsset(services: Services, actor: PersonActor, body: Body): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, body.organization_id);
    assertMayEditRecordsOf(actor, body.organization_id);
    const asset = rowOf(body);
    const { channels, faults } = planChannels([], body.channels ?? [], uuidv7);
    assertMeasuring(asset, channels, faults);
    if (body.location_id) {
      await assertLocationUsable(tx, body.location_id, body.organization_id, ['body', 'location_id']);
    }
    await appendAudit(tx, actor, body.organization_id, {
      action: 'asset.created',
      resource: { type: 'asset', id: asset.id, label: asset.asset_id }
    });
    await insertAsset(tx, asset, actor.userId);
    await saveChannels(tx, asset, channels);
    return requireAsset(tx, services, asset.id);
  });
}

const rowOf = (body: Body): AssetRow => ({
  id: uuidv7(),
  organization_id: body.organization_id,
  asset_id: body.asset_id,
  name: body.name,
  description: body.description ?? null,
  manufacturer: body.manufacturer ?? null,
  model: body.model ?? null,
  serial_number: body.serial_number ?? null,
  category: body.category ?? null,
  is_reference: body.is_reference ?? false,
  status: 'active',
  location_id: body.location_id ?? null,
  procedure_id: null,
  calibration_interval_days: body.calibration_interval_days ?? null,
  quantity: body.quantity ?? null,
  unit: body.unit ?? null,
  measured_unit: body.measured_unit ?? null,
  range_min: body.range_min ?? null,
  range_max: body.range_max ?? null,
  resolution: body.resolution ?? null,
  tolerance: body.tolerance ?? [],
  correction_applied: body.correction_applied ?? true,
  cmc: body.cmc ?? null,
  photo_file_id: null,
  tags: [...new Set(body.tags)]
});
