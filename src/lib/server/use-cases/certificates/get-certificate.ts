import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { issueCertificate } from './issue-certificate.ts';
import { remakeCertificate } from './remake-certificate.ts';

const HOUR_SECONDS = 3600;

/**
 * An address, valid for an hour, of the issued certificate; issued now where it is missing.
 * @throws Refusal `not_found`, `no_results`, `certificate_failed` with the reason
 */
export async function getCertificate(
  services: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const { certificate } = await getCalibration(services, actor, calibrationId);
  const key = await issuedKey(services, calibrationId);
  if ((await services.store.head(key)) === null && !(await remakeCertificate(services, calibrationId))) {
    throw new Refusal('certificate_failed', 'The issued certificate is not in the object store any more.');
  }
  const { url, expiresAt } = await services.store.presign(key, {
    expiresIn: HOUR_SECONDS,
    filename: `${certificate?.number ?? calibrationId}.pdf`,
    contentType: 'application/pdf'
  });
  return { url, expires_at: expiresAt.toISOString() };
}

async function issuedKey(services: Services, calibrationId: string): Promise<string> {
  try {
    return await issueCertificate(services, calibrationId);
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    services.log.error({ err: thrown, calibration: calibrationId }, 'the certificate could not be issued on demand');
    const reason = thrown instanceof Error ? thrown.message : 'unknown';
    throw new Refusal('certificate_failed', 'The certificate could not be made; it will be tried again.', { reason });
  }
}
