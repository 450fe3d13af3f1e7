import { laboratoryName } from '#lib/server/certificates/certificate-facts.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { findCertifiable, findIssued } from '#lib/server/db/certificates.ts';
import { findIssuedTemplate } from '#lib/server/db/certificate-templates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateCase, voidedWhenIssued } from './certificate-case.ts';
import { certificateLogo } from './certificate-logo.ts';
import { openSigningCertificate } from './ensure-signing-certificate.ts';

/**
 * Recreates the file of an issued certificate that the object store has lost or damaged. Equal facts, key and day give
 * an equal file with the recorded hash; if it differs (a later version prints differently, or it had a time stamp),
 * nothing is stored: an issued certificate is never replaced. @returns whether the file exists again.
 */
export async function remakeCertificate(services: Services, calibrationId: string): Promise<boolean> {
  const { certifiable, issued, template } = await transaction(services.pool, SYSTEM, async (tx) => ({
    certifiable: await findCertifiable(tx, calibrationId),
    issued: await findIssued(tx, calibrationId),
    template: await findIssuedTemplate(tx, calibrationId)
  }));
  if (certifiable === null || !issued?.signing_certificate_id) return false;
  const name = laboratoryName(certifiable.context.organization);
  const signer = { organizationId: certifiable.calibration.organization_id, name };
  const key = await openSigningCertificate(services, signer, issued.signing_certificate_id);
  if (key === null) return false;
  const issuedAt = new Date(issued.issued_at);
  const logo = await certificateLogo(services, certifiable);
  const facts = certificateCase(certifiable, { copyOf: null, issuedAt, logo });
  const { certificatePem, chainPem, privateKeyPem } = key;
  const order = {
    facts: { ...facts, voided: voidedWhenIssued(facts) },
    key: { certificatePem, chainPem, privateKeyPem, signerName: name },
    template
  };
  // Certificates issued before COUNTRY was set, and by earlier versions, have no digital one inside.
  const countries = services.country === undefined ? [undefined] : [services.country, undefined];
  let made: IssuedPdf | null = null;
  for (const country of countries) {
    made = await services.prints.issue({ ...order, country });
    if (made.sha256 === issued.sha256) break;
  }
  if (made?.sha256 !== issued.sha256) return false;
  await services.store.put(issued.object_key, made.pdf, { contentType: 'application/pdf' });
  services.log.warn(
    { calibration: calibrationId },
    'the file of a certificate was lost or damaged, and was made again'
  );
  return true;
}
