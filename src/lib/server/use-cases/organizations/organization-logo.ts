import { v7 as uuidv7 } from 'uuid';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { organizationAsSeenBy, setOrganizationLogo } from '#lib/server/db/organizations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { reEncodePicture } from '#lib/server/images/re-encode-picture.ts';
import { insertPicture, type StoredPicture } from '#lib/server/use-cases/files/insert-picture.ts';
import { storeWith } from '#lib/server/use-cases/files/store-with.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireOrganization } from './require-organization.ts';

/** Sharp in print at the size that a certificate gives it. */
const SIDE_PIXELS = 800;

/**
 * Sets the logo, re-encoded from the upload with its proportions. The previous one stays in the store: certificates
 * print the logo of the day on which their calibration was recorded.
 * @throws Refusal `not_found`, `forbidden`, `not_an_image`
 */
export async function putLogo(
  services: Services,
  actor: PersonActor,
  id: string,
  upload: { readonly bytes: Uint8Array; readonly contentType: string }
): Promise<Organization> {
  // Checked before anything is decoded or stored, and again on writing.
  await transaction(services.pool, actor, async (tx) => {
    await requireOrganization(tx, id);
    assertMayManageOrganization(actor, id);
  });
  const logo = { id: uuidv7(), ...(await reEncodePicture(upload.bytes, upload.contentType, 'whole', SIDE_PIXELS)) };
  return storeWith(services.store, logo, () => setLogo(services, actor, id, logo));
}

/** Removes the logo; does nothing if there is none. @throws Refusal `not_found`, `forbidden` */
export const deleteLogo = async (services: Services, actor: PersonActor, id: string): Promise<void> =>
  void (await setLogo(services, actor, id, null));

const setLogo = (
  { pool }: Services,
  actor: PersonActor,
  organizationId: string,
  logo: StoredPicture | null
): Promise<Organization> =>
  transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    const before = await requireOrganization(tx, organizationId);
    if (before.logo_file_id === null && logo === null) return organizationAsSeenBy(actor, before);
    await appendAudit(tx, actor, organizationId, {
      action: 'organization.updated',
      resource: { type: 'organization', id: organizationId, label: before.name },
      changes: { logo_file_id: { old: before.logo_file_id, new: logo?.id ?? null } }
    });
    if (logo !== null) await insertPicture(tx, logo, { organizationId, createdBy: actor.userId });
    await setOrganizationLogo(tx, organizationId, logo?.id ?? null);
    return organizationAsSeenBy(actor, await requireOrganization(tx, organizationId));
  });
