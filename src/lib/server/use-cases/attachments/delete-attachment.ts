import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { deleteAttachment as deleteRow, findAttachment } from '#lib/server/db/attachments.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { keyOfAttachment } from './attachment-address.ts';
import { heldHolder, type HolderRef } from './holder.ts';

/**
 * Removes a file of an asset or a procedure; those of a calibration stay.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`
 */
export async function deleteAttachment(
  services: Services,
  actor: PersonActor,
  ref: Exclude<HolderRef, { readonly calibration: string }>,
  id: string
): Promise<void> {
  await transaction(services.pool, actor, async (tx) => {
    const holder = await heldHolder(tx, actor, ref);
    const file = await findAttachment(tx, holder, id);
    if (file === null) throw new Refusal('not_found', 'File not found.');
    await appendAudit(tx, actor, holder.organization_id, {
      action: holder.type === 'asset' ? 'asset.file_removed' : 'procedure.file_removed',
      resource: holder.resource,
      changes: { file: { old: file.name, new: null } }
    });
    await deleteRow(tx, id);
  });
  // If this fails, housekeeping does it: the deleted row is recorded in `unkept_objects`.
  await services.store.delete(keyOfAttachment(id));
}
