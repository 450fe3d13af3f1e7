import { laboratoryName } from '#lib/server/certificates/certificate-facts.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { findCertifiable, findIssued } from '#lib/server/db/certificates.ts';
import { findIssuedTemplate } from '#lib/server/db/certificate-templates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { PrintOrder } from '#lib/server/prints/print-order.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateCase, voidedWhenIssued } from './certificate-case.ts';
import { certificateLogo } from './certificate-logo.ts';
import { openSigningCertificate } from './ensure-signing-certificate.ts';

type Issued = NonNullable<Awaited<ReturnType<typeof findIssued>>>;
/** A certificate printed and signed again, and what with; `isExact`: its bytes are those that were issued. */
export type Remade = {
  readonly issued: Issued;
  readonly order: PrintOrder;
  readonly made: IssuedPdf;
  readonly isExact: boolean;
};

/**
 * Recreates the file of an issued certificate that the object store has lost or damaged. Equal facts, key and day give
 * an equal file with the recorded hash; if it differs (a later version prints differently, or it had a time stamp),
 * nothing is stored: an issued certificate is never replaced. @returns whether the file exists again.
 */
export async function remakeCertificate(services: Services, calibrationId: string): Promise<boolean> {
  const remade = await printAgain(services, calibrationId);
  if (!remade?.isExact) return false;
  await services.store.put(remade.issued.object_key, remade.made.pdf, { contentType: 'application/pdf' });
  services.log.warn(
    { calibration: calibrationId },
    'the file of a certificate was lost or damaged, and was made again'
  );
  return true;
}

/** Without a time stamp. `null`: what it printed can no longer be printed, or its key is no longer here. Nothing is stored. */
export async function printAgain(services: Services, calibrationId: string): Promise<Remade | null> {
  const { certifiable, issued, template } = await transaction(services.pool, SYSTEM, async (tx) => ({
    certifiable: await findCertifiable(tx, calibrationId),
    issued: await findIssued(tx, calibrationId),
    template: await findIssuedTemplate(tx, calibrationId)
  }));
  if (certifiable === null || !issued?.signing_certificate_id) return null;
  const name = laboratoryName(certifiable.context.organization);
  const signer = { organizationId: certifiable.calibration.organization_id, name };
  const key = await openSigningCertificate(services, signer, issued.signing_certificate_id);
  if (key === null) return null;
  const issuedAt = new Date(issued.issued_at);
  const logo = await certificateLogo(services, certifiable);
  const facts = certificateCase(certifiable, { copyOf: null, issuedAt, logo });
  const { certificatePem, chainPem, privateKeyPem } = key;
  const as = {
    facts: { ...facts, voided: voidedWhenIssued(facts, issued.issued_void) },
    key: { certificatePem, chainPem, privateKeyPem, signerName: name },
    template
  };
  // Certificates issued before COUNTRY was set, and by earlier versions, have no digital one inside.
  for (const country of services.country === undefined ? [undefined] : [services.country, undefined]) {
    const order = { ...as, country };
    const made = await services.prints.issue(order);
    const isExact = made.sha256 === issued.sha256;
    if (isExact || made.contentSha256 === issued.content_sha256) return { issued, order, made, isExact };
  }
  return null;
}
