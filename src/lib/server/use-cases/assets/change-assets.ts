import type { z } from 'zod';
import type { BulkChange, bulkChangeAnswer, bulkChangeBody } from '#lib/contracts/asset-bulk.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged, type FieldChanges } from '#lib/laboratory/field-changes.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { ASSET } from '#lib/records/asset.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { updateAssetRow } from '#lib/server/db/assets.ts';
import { appendAudits, lockAuditChain, type AuditEvent } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { assertLocationUsable } from '#lib/server/use-cases/locations/assert-location-usable.ts';
import { assertProcedureUsable } from '#lib/server/use-cases/procedures/assert-procedure-usable.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { oneInterval } from './one-interval.ts';
import { resolveAssets } from './resolve-assets.ts';
import { withStatus } from './with-status.ts';

const FIELDS = changeableKeys(ASSET);
type Changed = { readonly asset: Asset; readonly event: AuditEvent };

/**
 * Makes one change to many assets, of all organizations that the caller may edit: to all of them or, if one cannot be
 * changed, to none. Each asset that changes has its own entry in the history.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`; InvalidInput
 */
export function changeAssets(
  services: Services,
  actor: PersonActor,
  { refs, change }: z.output<typeof bulkChangeBody>,
  organizationId: string | null = null
): Promise<z.infer<typeof bulkChangeAnswer>> {
  return transaction(services.pool, actor, async (tx) => {
    const seen = await resolveAssets(tx, services, actor, refs, organizationId);
    // Always in the same order, so that concurrent changes to the same organizations cannot deadlock.
    const organizations = [...new Set(seen.map(({ organization_id }) => organization_id))].sort();
    for (const organization of organizations) {
      assertMayEditRecordsOf(actor, organization);
      await lockAuditChain(tx, organization);
      if (change.location_id) {
        await assertLocationUsable(tx, change.location_id, organization, ['body', 'change', 'location_id']);
      }
      if (change.procedure_id) {
        await assertProcedureUsable(tx, change.procedure_id, organization, ['body', 'change', 'procedure_id']);
      }
    }
    // Read again: somebody else may have changed it while this waited.
    const ids = [...new Set(seen.map(({ id }) => id))];
    const assets = await resolveAssets(tx, services, actor, ids, null);
    const changed = assets.flatMap((asset) => changedBy(asset, change, actor, services.now()) ?? []);
    for (const organization of organizations) await write(tx, actor, organization, changed);
    return { changed: changed.length, unchanged: assets.length - changed.length };
  });
}

/** The changed asset and its history entry; null if nothing changes. */
function changedBy(before: Asset, change: BulkChange, actor: PersonActor, now: Date): Changed | null {
  const { tags_add: _add, tags_remove: _remove, status = before.status, reason, ...fields } = change;
  const after = { ...before, ...presentFields(oneInterval(fields)), tags: tagsOf(before, change) };
  const state = status === before.status ? null : withStatus(after, status, reason ?? null, actor, now);
  const changes: FieldChanges = { ...fieldChanges(before, after, FIELDS), ...state?.changes };
  if (isUnchanged(changes)) return null;
  const why = state === null && reason !== undefined ? { reason: { old: null, new: reason } } : {};
  const action = state === null ? 'asset.updated' : status === 'retired' ? 'asset.retired' : 'asset.restored';
  return {
    asset: state?.asset ?? after,
    event: {
      action,
      resource: { type: 'asset', id: before.id, label: before.asset_id },
      changes: { ...changes, ...why }
    }
  };
}

function tagsOf({ asset_id, tags }: Asset, { tags_add = [], tags_remove = [] }: BulkChange): string[] {
  const wanted = [...new Set([...tags.filter((tag) => !tags_remove.includes(tag)), ...tags_add])];
  if (wanted.length <= ASSET.tags.max) return wanted;
  throw invalidInput(
    ['body', 'change', 'tags_add'],
    'too_big',
    `${asset_id} would have ${wanted.length} tags; the maximum is ${ASSET.tags.max}`
  );
}

async function write(tx: Tx, actor: PersonActor, organization: string, all: readonly Changed[]): Promise<void> {
  const changed = all.filter(({ asset }) => asset.organization_id === organization);
  await appendAudits(
    tx,
    actor,
    organization,
    changed.map(({ event }) => event)
  );
  for (const { asset } of changed) await updateAssetRow(tx, asset);
}
