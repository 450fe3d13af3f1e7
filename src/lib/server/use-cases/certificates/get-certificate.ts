import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { spellInstant } from '#lib/laboratory/instant.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findIssued } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertStillVisible, getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { isAsIssued } from './is-as-issued.ts';
import { issueOnDemand } from './issue-on-demand.ts';
import { remakeCertificate } from './remake-certificate.ts';

const HOUR_SECONDS = 3600;

/**
 * An address, valid for an hour, of the issued certificate; issued now if it is missing.
 * @throws Refusal `not_found`, `no_results`, `certificate_held`, `certificate_in_review`, `certificate_imported`, `certificate_failed` with the reason
 */
export async function getCertificate(
  services: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const { certificate } = await getCalibration(services, actor, calibrationId);
  const key = await issueOnDemand(services, calibrationId);
  const issued = await transaction(services.pool, SYSTEM, (tx) => findIssued(tx, calibrationId));
  const isThere = issued !== null && (await isAsIssued(services.store, issued));
  if (!isThere && !(await remakeCertificate(services, calibrationId))) {
    services.log.error({ calibration: calibrationId, key }, 'the file of a certificate is lost or damaged');
    throw new Refusal(
      'certificate_failed',
      'The file of this certificate is lost or damaged and cannot be recreated as issued. Restore it from a backup.'
    );
  }
  await assertStillVisible(services, actor, calibrationId);
  const { url, expiresAt } = await services.store.presign(key, {
    expiresIn: HOUR_SECONDS,
    filename: `${certificate?.number ?? calibrationId}.pdf`,
    contentType: 'application/pdf'
  });
  return { url, expires_at: spellInstant(expiresAt.toISOString()) };
}
