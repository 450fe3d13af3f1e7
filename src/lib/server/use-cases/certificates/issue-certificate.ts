import { SYSTEM } from '#lib/laboratory/actor.ts';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import {
  findCertifiable,
  findCertificate,
  lockCertificate,
  markFailed,
  markIssued,
  type Certifiable
} from '#lib/server/db/certificates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateCase, signerName } from './certificate-case.ts';
import { certificateLogo } from './certificate-logo.ts';
import { ensureSigningCertificate, type OpenSigningKey } from './ensure-signing-certificate.ts';

const LONGEST_REASON = 500;

/**
 * Sets, signs and stores the certificate of a calibration, once: whoever comes while it is being made waits and finds it
 * issued. The job calls it after the calibration has been committed, and a reader who cannot wait.
 * @returns the key of the stored file.
 * @throws whatever went wrong, after noting it as the certificate's state; a job is tried again by the queue.
 */
export async function issueCertificate(services: Services, calibrationId: string): Promise<string> {
  try {
    const found = await transaction(services.pool, SYSTEM, async (tx) => ({
      certifiable: await findCertifiable(tx, calibrationId),
      certificate: await findCertificate(tx, calibrationId)
    }));
    if (found.certificate?.object_key) return found.certificate.object_key;
    if (found.certifiable === null) throw new Error(`there is no calibration ${calibrationId}`);
    const { certifiable } = found;
    // Before the lock: making a key needs connections of its own.
    const key = await ensureSigningCertificate(services, {
      organizationId: certifiable.calibration.organization_id,
      name: signerName(certifiable)
    });
    const logo = await certificateLogo(services, certifiable);
    return await transaction(services.pool, SYSTEM, (tx) => issueOnce(tx, services, certifiable, { key, logo }));
  } catch (thrown) {
    const reason = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, LONGEST_REASON);
    await transaction(services.pool, SYSTEM, (tx) => markFailed(tx, calibrationId, reason));
    throw thrown;
  }
}

async function issueOnce(
  tx: Tx,
  services: Services,
  certifiable: Certifiable,
  { key, logo }: { readonly key: OpenSigningKey; readonly logo: CertificateCase['logo'] }
): Promise<string> {
  const { id } = certifiable.calibration;
  await lockCertificate(tx, id);
  const before = await findCertificate(tx, id);
  if (before?.object_key) return before.object_key;
  const issuedAt = services.now();
  const { pdf, sha256, warnings } = await issueCertificatePdf(
    certificateCase(certifiable, { copyOf: null, issuedAt, logo }),
    {
      ...key,
      signerName: signerName(certifiable),
      tsaUrl: services.tsaUrl
    }
  );
  for (const warning of warnings) services.log.warn({ calibration: id, warning }, 'certificate issued with a warning');
  const objectKey = `certificates/${id}/${sha256}.pdf`;
  await services.store.put(objectKey, pdf, { contentType: 'application/pdf' });
  await markIssued(tx, id, {
    objectKey,
    sha256,
    bytes: pdf.byteLength,
    signingCertificateId: key.id,
    issuedAt: issuedAt.toISOString()
  });
  return objectKey;
}
