import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Asset, updateAssetBody } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { capabilityRecord } from '#lib/laboratory/capability.ts';
import { planChannels, type ChannelPlan } from '#lib/laboratory/channel-plan.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { planTasks } from '#lib/laboratory/task-plan.ts';
import { ASSET } from '#lib/records/asset.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { updateAssetRow } from '#lib/server/db/assets.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { removeChannels, saveChannels } from '#lib/server/db/channels.ts';
import { archiveTasks, saveTasks } from '#lib/server/db/tasks.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertLocationUsable } from '#lib/server/use-cases/locations/assert-location-usable.ts';
import { assertProcedureUsable } from '#lib/server/use-cases/procedures/assert-procedure-usable.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMeasuring } from './assert-measuring.ts';
import type { AssetRef } from './read-assets.ts';
import { holdAsset } from './hold-asset.ts';
import { oneInterval } from './one-interval.ts';
import { requireAsset } from './require-asset.ts';

const FIELDS = changeableKeys(ASSET);

/**
 * Changes the fields in the body; omitted ones are unchanged. A list of channels replaces the existing one
 * (laboratory/channel-plan.ts), and so does one of tasks (laboratory/task-plan.ts); those of a channel go with it.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `stale`, `asset_id_taken`; InvalidInput.
 */
export function updateAsset(
  services: Services,
  actor: PersonActor,
  asset: AssetRef,
  body: z.output<typeof updateAssetBody>,
  ifMatch: string | null
): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    const before = await holdAsset(tx, services, actor, asset);
    assertFresh(before, ifMatch);
    const { channels: wanted, tasks: wantedTasks, cmc, ...fields } = body;
    const after = {
      ...before,
      ...presentFields(oneInterval(fields)),
      ...(cmc === undefined ? {} : { cmc: capabilityRecord(cmc) })
    };
    const plan = wanted === undefined ? unchanged(before) : planChannels(before.channels, wanted, uuidv7);
    const tasks = planTasks(before.tasks, wantedTasks, plan.channels, services.today(), uuidv7);
    assertMeasuring(after, plan.channels, [...plan.faults, ...tasks.faults]);
    if (after.location_id !== null && after.location_id !== before.location_id) {
      await assertLocationUsable(tx, after.location_id, before.organization_id, ['body', 'location_id']);
    }
    if (after.procedure_id !== null && after.procedure_id !== before.procedure_id) {
      await assertProcedureUsable(tx, after.procedure_id, before.organization_id, ['body', 'procedure_id']);
    }
    const changes = { ...fieldChanges(before, after, FIELDS), ...plan.changes, ...tasks.changes };
    const reordered = isReordered(plan.channels, before.channels) || isReordered(tasks.tasks, before.tasks);
    if (isUnchanged(changes) && !reordered) return before;
    await appendAudit(tx, actor, before.organization_id, {
      action: 'asset.updated',
      resource: { type: 'asset', id: before.id, label: after.asset_id },
      changes
    });
    await updateAssetRow(tx, { ...after, tags: [...new Set(after.tags)] });
    await removeChannels(
      tx,
      plan.removed.map((channel) => channel.id)
    );
    await saveChannels(tx, before, plan.channels);
    await archiveTasks(tx, tasks.removed);
    await saveTasks(tx, before, tasks.tasks);
    return requireAsset(tx, services, before.id);
  });
}

type Identified = readonly { readonly id: string }[];
const isReordered = (after: Identified, before: Identified) => after.some(({ id }, place) => id !== before[place]?.id);

const unchanged = (asset: Asset): ChannelPlan => ({
  channels: asset.channels.filter((channel) => channel.archived_at === null),
  removed: [],
  changes: {},
  faults: []
});
