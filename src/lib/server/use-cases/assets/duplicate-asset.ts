import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Asset, duplicateAssetBody } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { planTasks } from '#lib/laboratory/task-plan.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { ASSET } from '#lib/records/asset.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { findProcedure } from '#lib/server/db/procedures.ts';
import { saveTasks } from '#lib/server/db/tasks.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { registerAsset } from './create-asset.ts';
import type { AssetRef } from './read-assets.ts';
import { requireAsset } from './require-asset.ts';
import { resolveAsset } from './resolve-asset.ts';

/** Fields that identify one instrument of its kind, and its first day of use. */
const ITS_OWN = new Set(['asset_id', 'serial_number', 'in_use_since']);
const COPIED = changeableKeys(ASSET).filter((key) => !ITS_OWN.has(key));
const OF_CHANNEL = changeableKeys(CHANNEL);

/**
 * Registers another asset like this one: its measuring fields, channels in use, attributes, tags, interval, tasks and
 * location, but not its history, serial number, photo and state.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `asset_id_taken`
 */
export function duplicateAsset(
  services: Services,
  actor: PersonActor,
  { ref, organizationId }: AssetRef,
  { asset_id, name }: z.output<typeof duplicateAssetBody>
): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    const key = await resolveAsset(tx, ref, organizationId);
    assertMayEditRecordsOf(actor, key.organization_id);
    const like = await requireAsset(tx, services, key.id);
    const channels = like.channels.filter(({ archived_at }) => archived_at === null);
    const made = await registerAsset(tx, services, actor, {
      ...picked(like, COPIED),
      asset_id,
      name: name ?? like.name,
      procedure_id: await inForce(tx, like.procedure_id),
      organization_id: like.organization_id,
      channels: channels.map((channel) => picked(channel, OF_CHANNEL))
    });
    // The new channels have new ids, in the same order.
    const own = new Map(channels.map(({ id }, place) => [id, made.channels[place]?.id ?? null]));
    const wanted = like.tasks.map(({ name, kind, channel_id, interval, lead_days }) => ({
      ...{ name, kind, interval, lead_days },
      channel_id: channel_id === null ? null : (own.get(channel_id) ?? null)
    }));
    await saveTasks(tx, made, planTasks([], wanted, made.channels, services.today(), uuidv7).tasks);
    return requireAsset(tx, services, made.id);
  });
}

/** An asset keeps a retired procedure; a new asset does not get it. */
async function inForce(tx: Tx, id: string | null): Promise<string | null> {
  const procedure = id === null ? null : await findProcedure(tx, id);
  return procedure === null || procedure.retired_at !== null ? null : procedure.id;
}

const picked = <T extends object, K extends keyof T>(record: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<T, K>;
