import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Asset, createAssetBody } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { capabilityRecord } from '#lib/laboratory/capability.ts';
import { planChannels } from '#lib/laboratory/channel-plan.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { planTasks } from '#lib/laboratory/task-plan.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { ASSET } from '#lib/records/asset.ts';
import { initialValues } from '#lib/records/field.ts';
import { insertAsset, type AssetRow } from '#lib/server/db/assets.ts';
import { withAudit } from '#lib/server/db/audit.ts';
import { saveChannels } from '#lib/server/db/channels.ts';
import { saveTasks } from '#lib/server/db/tasks.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { assertLocationUsable } from '#lib/server/use-cases/locations/assert-location-usable.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import { assertProcedureUsable } from '#lib/server/use-cases/procedures/assert-procedure-usable.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMeasuring } from './assert-measuring.ts';
import { assertOneInterval } from './one-interval.ts';
import { requireAsset } from './require-asset.ts';

type Body = z.output<typeof createAssetBody>;

/**
 * Registers an asset, with its channels, in one of the caller's organizations.
 * @throws Refusal `not_found`, `forbidden`, `asset_id_taken`; InvalidInput for ranges, tolerances, the location and the procedure.
 */
export function createAsset(services: Services, actor: PersonActor, body: Body): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, body.organization_id);
    assertMayEditRecordsOf(actor, body.organization_id);
    return registerAsset(tx, services, actor, body);
  });
}

/** The same without the permission check. */
export async function registerAsset(tx: Tx, services: Services, actor: PersonActor, body: Body): Promise<Asset> {
  const asset = rowOf(body);
  const { channels, faults } = planChannels([], body.channels ?? [], uuidv7);
  const plan = planTasks([], body.tasks ?? [], channels, services.today(), uuidv7);
  assertOneInterval(body);
  assertMeasuring(asset, channels, [...faults, ...plan.faults]);
  if (body.location_id) {
    await assertLocationUsable(tx, body.location_id, body.organization_id, ['body', 'location_id']);
  }
  if (body.procedure_id) {
    await assertProcedureUsable(tx, body.procedure_id, body.organization_id, ['body', 'procedure_id']);
  }
  const created = {
    action: 'asset.created',
    resource: { type: 'asset', id: asset.id, label: asset.asset_id }
  } as const;
  return withAudit(tx, actor, body.organization_id, created, async () => {
    // Sent together: each sees what those before it have written, and the first that fails is the one reported.
    const [, , , registered] = await Promise.all([
      insertAsset(tx, asset, actor.userId),
      saveChannels(tx, asset, channels),
      saveTasks(tx, asset, plan.tasks),
      requireAsset(tx, services, asset.id)
    ]);
    return registered;
  });
}

const rowOf = ({ channels: _channels, tasks: _tasks, cmc, tags, ...fields }: Body): AssetRow => ({
  ...initialValues(ASSET),
  ...presentFields(fields),
  status: 'active',
  id: uuidv7(),
  cmc: capabilityRecord(cmc ?? null),
  tags: [...new Set(tags)]
});
