import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { lockAuditChain, type AuditEvent } from '#lib/server/db/audit.ts';
import type { Holder } from '#lib/server/db/attachments.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { AssetRef } from '#lib/server/use-cases/assets/read-assets.ts';
import { resolveAsset } from '#lib/server/use-cases/assets/resolve-asset.ts';
import { requireCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { resourceOf } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { requireProcedure } from '#lib/server/use-cases/procedures/read-procedures.ts';

/** The record of the files, as named by a caller. */
export type HolderRef =
  { readonly asset: AssetRef } | { readonly procedure: string } | { readonly calibration: string };

/** A record that has files, and what its history calls it. */
export type FoundHolder = Holder & { readonly resource: AuditEvent['resource'] };

/** @throws Refusal `not_found`, also for what the caller may not see; `ambiguous_ref` */
export async function findHolder(tx: Tx, ref: HolderRef): Promise<FoundHolder> {
  if ('asset' in ref) {
    const { id, organization_id, asset_id } = await resolveAsset(tx, ref.asset.ref, ref.asset.organizationId);
    return { type: 'asset', id, organization_id, resource: { type: 'asset', id, label: asset_id } };
  }
  if ('procedure' in ref) {
    const { id, organization_id, code } = await requireProcedure(tx, ref.procedure);
    return { type: 'procedure', id, organization_id, resource: { type: 'procedure', id, label: code } };
  }
  const calibration = await requireCalibration(tx, ref.calibration);
  const { id, organization_id } = calibration;
  return { type: 'calibration', id, organization_id, resource: resourceOf(calibration) };
}

/** The same for somebody who may add to it. @throws Refusal as above, `forbidden` */
export async function editableHolder(tx: Tx, actor: PersonActor, ref: HolderRef): Promise<FoundHolder> {
  const holder = await findHolder(tx, ref);
  assertMayEditRecordsOf(actor, holder.organization_id);
  return holder;
}

/** The same under its organization's audit lock: nobody else changes its files until the transaction ends. */
export async function heldHolder(tx: Tx, actor: PersonActor, ref: HolderRef): Promise<FoundHolder> {
  const { organization_id } = await editableHolder(tx, actor, ref);
  await lockAuditChain(tx, organization_id);
  return findHolder(tx, ref);
}
