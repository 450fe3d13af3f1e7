import { laboratoryName } from '#lib/server/certificates/certificate-facts.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertStillVisible } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { assertRecordedHere } from '#lib/server/use-cases/calibrations/assert-recorded-here.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateLogo } from './certificate-logo.ts';
import { certificateCase } from './certificate-case.ts';
import { templateOfCopy } from './choose-template.ts';
import { assertMayBeIssued } from './issue-certificate.ts';
import { signByGoodKey } from './sign-by-good-key.ts';

/**
 * A fresh, signed print that says COPY and its date; the issued certificate is not touched. @param templateId `built-in`, or omitted: as it
 * was issued
 * @throws Refusal `not_found`, `no_results`, `certificate_held`, `certificate_in_review`, `certificate_imported`, `too_many_requests` if ten are already waiting, `certificate_failed` where the template cannot set it or the key is replaced each time
 */
export async function downloadCertificate(
  services: Services,
  actor: PersonActor,
  calibrationId: string,
  templateId?: string,
  signal?: AbortSignal
): Promise<{ readonly pdf: Uint8Array; readonly filename: string }> {
  const { certifiable, template } = await transaction(services.pool, actor, async (tx) => {
    const found = await findCertifiable(tx, calibrationId);
    if (found === null) throw new Refusal('not_found', 'Calibration not found, or you do not have access to it.');
    return { certifiable: found, template: await templateOfCopy(tx, found, templateId) };
  });
  const { calibration, context } = certifiable;
  assertRecordedHere(calibration);
  assertMayBeIssued(calibration.certificate);
  const printedAt = services.now();
  const facts = certificateCase(certifiable, {
    copyOf: { printedAt },
    issuedAt: new Date(calibration.certificate?.issued_at ?? printedAt),
    logo: await certificateLogo(services, certifiable)
  });
  const signer = { organizationId: calibration.organization_id, name: laboratoryName(context.organization) };
  const { timeStamps } = services;
  const { pdf } = await signByGoodKey(services, signer, (key) =>
    services.prints.copy(
      actor.userId,
      { facts, key: { ...key, signerName: signer.name, timeStamps }, template },
      signal
    )
  );
  await assertStillVisible(services, actor, calibrationId);
  return { pdf, filename: `${context.certificate_number}-copy.pdf` };
}
