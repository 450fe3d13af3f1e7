import type { PersonActor } from '#lib/laboratory/actor.ts';
import { spellInstant } from '#lib/laboratory/instant.ts';
import { assertStillVisible, getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireIssuedFile } from './issued-file.ts';

const HOUR_SECONDS = 3600;

/**
 * An address, valid for an hour, of the issued certificate; issued now if it is missing.
 * @throws Refusal `not_found`, `no_results`, `certificate_held`, `certificate_in_review`, `certificate_imported`, `certificate_failed` with the reason
 */
export async function getCertificate(
  services: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<{ readonly url: string; readonly expires_at: string; readonly sha256: string }> {
  const { certificate } = await getCalibration(services, actor, calibrationId);
  const { key, sha256 } = await requireIssuedFile(services, calibrationId);
  await assertStillVisible(services, actor, calibrationId);
  const { url, expiresAt } = await services.store.presign(key, {
    expiresIn: HOUR_SECONDS,
    filename: `${certificate?.number ?? calibrationId}.pdf`,
    contentType: 'application/pdf'
  });
  return { url, expires_at: spellInstant(expiresAt.toISOString()), sha256 };
}
