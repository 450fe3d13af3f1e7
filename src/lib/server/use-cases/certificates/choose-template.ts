import { Refusal } from '#lib/laboratory/refusal.ts';
import {
  findDefaultTemplate,
  findIssuedTemplate,
  findUsableTemplate,
  type UsableTemplate
} from '#lib/server/db/certificate-templates.ts';
import type { Certifiable } from '#lib/server/db/certificates.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * What a copy is set with: the template asked for; else the one that issued the certificate, as it was, or that would
 * issue it now. `null`: the built-in one.
 * @throws Refusal `not_found` for a template that certificates of this organization cannot be set with
 */
export async function templateOfCopy(
  tx: Tx,
  { calibration }: Certifiable,
  asked: string | undefined
): Promise<UsableTemplate | null> {
  const organizationId = calibration.organization_id;
  if (asked === 'built-in') return null;
  if (asked === undefined) {
    return calibration.certificate?.state === 'issued'
      ? findIssuedTemplate(tx, calibration.id)
      : findDefaultTemplate(tx, organizationId);
  }
  const found = await findUsableTemplate(tx, organizationId, asked);
  if (!found) throw new Refusal('not_found', 'There is no such certificate template for this organization.');
  return found;
}
