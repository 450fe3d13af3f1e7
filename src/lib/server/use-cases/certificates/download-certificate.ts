import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateLogo } from './certificate-logo.ts';
import { certificateCase, signerName } from './certificate-case.ts';
import { ensureSigningCertificate } from './ensure-signing-certificate.ts';

/**
 * A fresh, signed print that says COPY and its date; the issued certificate is not touched.
 * @param templateId of another template than the built-in one.
 * @throws Refusal `not_found` (also for an unknown template), `no_results`
 */
export async function downloadCertificate(
  services: Services,
  actor: PersonActor,
  calibrationId: string,
  templateId: string | null
): Promise<{ readonly pdf: Uint8Array; readonly filename: string }> {
  const certifiable = await transaction(services.pool, actor, (tx) => findCertifiable(tx, calibrationId));
  if (certifiable === null) throw new Refusal('not_found', 'There is no such calibration that you may see.');
  if (templateId !== null) throw new Refusal('not_found', 'There is no such certificate template.');
  const { calibration, context } = certifiable;
  const printedAt = services.now();
  const facts = certificateCase(certifiable, {
    copyOf: { printedAt },
    issuedAt: new Date(calibration.certificate?.issued_at ?? printedAt),
    logo: await certificateLogo(services, certifiable)
  });
  const name = signerName(certifiable);
  const key = await ensureSigningCertificate(services, { organizationId: calibration.organization_id, name });
  const { pdf } = await issueCertificatePdf(facts, { ...key, signerName: name, tsaUrl: services.tsaUrl });
  return { pdf, filename: `${context.certificate_number}-copy.pdf` };
}
