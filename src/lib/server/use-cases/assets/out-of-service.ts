import type { z } from 'zod';
import type { Asset, OutOfService, takeOutOfServiceBody } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { AuditAction } from '#lib/laboratory/audit-actions.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { updateAssetRow } from '#lib/server/db/assets.ts';
import { appendAudit, type AuditEvent } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { holdAsset } from './hold-asset.ts';
import { requireAsset } from './require-asset.ts';

/**
 * Takes an asset out of service until somebody puts it back. If it already is, its reason and the day it is expected
 * back are changed; the start date stays.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `asset_retired`; InvalidInput `date_in_past`
 */
export function takeOutOfService(
  services: Services,
  actor: PersonActor,
  asset: AssetRef,
  { reason, until = null }: z.output<typeof takeOutOfServiceBody>
): Promise<Asset> {
  return change(services, actor, asset, 'asset.taken_out_of_service', (before) => {
    if (before.status === 'retired') {
      throw new Refusal('asset_retired', 'A retired asset cannot be taken out of service. Restore it first.');
    }
    if (until !== null && until < services.today() && until !== before.out_of_service?.until) {
      throw invalidInput(['body', 'until'], 'date_in_past', 'The expected day of return is in the past');
    }
    return { since: before.out_of_service?.since ?? services.now().toISOString(), reason, until };
  });
}

/** Puts an asset back into service; one that is in service is unchanged. */
export const putBackIntoService = (services: Services, actor: PersonActor, asset: AssetRef): Promise<Asset> =>
  change(services, actor, asset, 'asset.put_back_into_service', () => null);

function change(
  services: Services,
  actor: PersonActor,
  asset: AssetRef,
  action: AuditAction,
  next: (before: Asset) => OutOfService | null
): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    const before = await holdAsset(tx, services, actor, asset);
    const after = next(before);
    const event = outOfServiceEvent(action, before, after);
    if (event === null) return before;
    await appendAudit(tx, actor, before.organization_id, event);
    await updateAssetRow(tx, { ...before, out_of_service: after });
    return requireAsset(tx, services, before.id);
  });
}

/** The history entry for taking an asset out of service or putting it back; null if nothing changes. */
export function outOfServiceEvent(action: AuditAction, before: Asset, after: OutOfService | null): AuditEvent | null {
  const changes = fieldChanges(asFields(before.out_of_service), asFields(after), FIELDS);
  if (isUnchanged(changes)) return null;
  return { action, resource: { type: 'asset', id: before.id, label: before.asset_id }, changes };
}

/** The format in the history. */
const asFields = (state: OutOfService | null) => ({
  out_of_service: state !== null,
  reason: state?.reason ?? null,
  expected_back: state?.until ?? null
});
const FIELDS = ['out_of_service', 'reason', 'expected_back'] as const;
