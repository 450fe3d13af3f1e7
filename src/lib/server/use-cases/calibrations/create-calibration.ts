import { v7 as uuidv7 } from 'uuid';
import type { Calibration, CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { getCalibration } from './get-calibration.ts';
import { contentDigest } from './payload-digest.ts';
import { recordCalibrations } from './record-calibrations.ts';

/**
 * Records one calibration: a batch of one (record-calibrations.ts).
 * @returns the complete record; `created` is false if the same body had already been recorded with the same id.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `id_reused`; InvalidInput; AnalysisRefusal
 */
export async function createCalibration(
  services: Services,
  actor: PersonActor,
  body: CreateCalibrationBody
): Promise<{ readonly created: boolean; readonly calibration: Calibration }> {
  const id = body.id ?? uuidv7();
  const contentSha256 = await contentDigest(id, body);
  const [outcome] = await recordCalibrations(services, actor, [
    { id, payloadSha256: contentSha256, contentSha256, read: () => Promise.resolve(body) }
  ]);
  if (outcome === undefined || outcome.status === 'rejected' || outcome.status === 'retry') {
    throw outcome?.reason ?? new Error('the calibration was not recorded');
  }
  return { created: outcome.status === 'applied', calibration: await getCalibration(services, actor, id) };
}
