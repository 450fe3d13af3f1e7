import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { claimIds, findAppliedIds, type AppliedId } from '#lib/server/db/applied-ids.ts';
import { updateAssetRow } from '#lib/server/db/assets.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { deleteFile } from '#lib/server/db/files.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { reEncodePicture } from '#lib/server/images/re-encode-picture.ts';
import { insertPicture, type StoredPicture } from '#lib/server/use-cases/files/insert-picture.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import { storeWith } from '#lib/server/use-cases/files/store-with.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { holdAsset } from './hold-asset.ts';
import { requireAsset } from './require-asset.ts';
import { resolveAsset } from './resolve-asset.ts';

/** Large enough to read a type plate, in a few hundred kilobytes. */
const SIDE_PIXELS = 1600;

type Upload = { readonly bytes: Uint8Array; readonly contentType: string; readonly id?: string | undefined };

/**
 * Sets the photo, re-encoded from the upload with its proportions; a previous one is deleted. An upload whose id was already used
 * changes nothing: a later photo may have replaced it.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `not_an_image`, `id_reused`
 */
export async function putAssetPhoto(
  services: Services,
  actor: PersonActor,
  asset: AssetRef,
  upload: Upload
): Promise<Asset> {
  const claim = upload.id === undefined ? null : claimOf(upload.id, actor, asset.ref, upload.bytes);
  // Checked before anything is decoded or stored, and again on writing.
  const known = await transaction(services.pool, actor, async (tx) => {
    const { id, organization_id } = await resolveAsset(tx, asset.ref, asset.organizationId);
    assertMayEditRecordsOf(actor, organization_id);
    return claim !== null && (await wasApplied(tx, claim)) ? requireAsset(tx, services, id) : null;
  });
  if (known !== null) return known;
  const photo = { id: uuidv7(), ...(await reEncodePicture(upload.bytes, upload.contentType, 'whole', SIDE_PIXELS)) };
  return storeWith(services.store, photo, () => setPhoto(services, actor, asset, photo, claim));
}

const claimOf = (id: string, { userId }: PersonActor, ref: string, bytes: Uint8Array): AppliedId => ({
  id,
  userId,
  payloadSha256: createHash('sha256').update(`${ref}\n`).update(bytes).digest('hex'),
  contentSha256: null
});

/** @throws Refusal `id_reused` if the id belongs to something else */
async function wasApplied(tx: Tx, claim: AppliedId): Promise<boolean> {
  const before = (await findAppliedIds(tx, [claim.id])).get(claim.id);
  if (before === undefined) return false;
  if (before.userId === claim.userId && before.payloadSha256 === claim.payloadSha256) return true;
  throw new Refusal('id_reused', 'This id was used for something else. Use a new one.');
}

/** Removes the photo; without one nothing happens. @throws Refusal `not_found`, `ambiguous_ref`, `forbidden` */
export const deleteAssetPhoto = async (services: Services, actor: PersonActor, asset: AssetRef): Promise<void> =>
  void (await setPhoto(services, actor, asset, null));

async function setPhoto(
  services: Services,
  actor: PersonActor,
  asset: AssetRef,
  photo: StoredPicture | null,
  claim: AppliedId | null = null
): Promise<Asset> {
  const { after, gone } = await transaction(services.pool, actor, async (tx) => {
    const before = await holdAsset(tx, services, actor, asset);
    // The same upload twice at once: the second finds it already applied, and its bytes are removed.
    if (claim !== null && !(await claimIds(tx, [claim])).has(claim.id)) {
      await wasApplied(tx, claim);
      return { after: before, gone: photo?.id ?? null };
    }
    const former = before.photo_file_id;
    if (former === null && photo === null) return { after: before, gone: null };
    await appendAudit(tx, actor, before.organization_id, {
      action: 'asset.updated',
      resource: { type: 'asset', id: before.id, label: before.asset_id },
      changes: { photo_file_id: { old: former, new: photo?.id ?? null } }
    });
    if (photo !== null)
      await insertPicture(tx, photo, { organizationId: before.organization_id, createdBy: actor.userId });
    if (former !== null) await deleteFile(tx, former);
    await updateAssetRow(tx, { ...before, photo_file_id: photo?.id ?? null });
    return { after: await requireAsset(tx, services, before.id), gone: former };
  });
  // Only after the commit: bytes without a row are harmless, a row without its bytes is not.
  if (gone !== null) await services.store.delete(keyOfFile(gone));
  return after;
}
