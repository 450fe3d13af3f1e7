import type { CertificateSignature } from '#lib/contracts/verification.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findSignature } from '#lib/server/db/certificate-revisions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertStillVisible } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * How long the signature of an issued certificate can be checked, what it lacks, and which hash its files have.
 * @throws Refusal `not_found`; `no_certificate` if it was not issued here, or not yet
 */
export async function getCertificateSignature(
  services: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<CertificateSignature> {
  await assertStillVisible(services, actor, calibrationId);
  const found = await transaction(services.pool, SYSTEM, (tx) => findSignature(tx, calibrationId));
  if (found === null) throw new Refusal('no_certificate', 'No certificate was issued here for this calibration yet.');
  return found;
}
