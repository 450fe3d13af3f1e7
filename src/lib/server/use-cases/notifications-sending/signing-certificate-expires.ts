import { findOrganizationManagers } from '#lib/server/db/calibrating-members.ts';
import { findImportedInUse } from '#lib/server/db/signing-certificates.ts';
import type { FindNotices } from './notice.ts';

/** For everybody who can import a new one. */
export const signingCertificateExpires: FindNotices<'signing_certificate_expires'> = async (
  tx,
  { signing_certificate_id: id }
) => {
  const found = await findImportedInUse(tx, id);
  // Replaced meanwhile.
  if (found === null) return [];
  const { organization_id: organizationId, organization, not_after } = found;
  return [
    {
      parameters: { organization, expires_on: not_after.slice(0, 10) },
      eventKey: `signing_certificate_expires:${id}`,
      people: await findOrganizationManagers(tx, organizationId),
      assetId: null,
      organizationId
    }
  ];
};
