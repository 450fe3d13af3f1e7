/** A calibration that was saved on a device while its reference was being voided. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { recordCalibrations } from '#lib/server/use-cases/calibrations/record-calibrations.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { analysisRequest } from './analysis-request.ts';
import { describeOutcome, externalBody, internalBody, recorded, submissionOf } from './calibrated-laboratory.ts';

type Given = {
  readonly services: Services;
  readonly admin: PersonActor;
  readonly technician: PersonActor;
  readonly asset: Asset;
  readonly reference: Asset;
};

/** The body names a calibration of the reference that is voided by the time it arrives. */
export async function bodyWithVoidedReference(
  { services, admin, asset, reference }: Omit<Given, 'technician'>,
  given: Partial<CreateCalibrationBody> = {}
): Promise<CreateCalibrationBody> {
  const used = await recorded(services, admin, externalBody(reference));
  const request = analysisRequest(0, {
    uncertainty: { reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2, calibration_id: used.id } }
  });
  await voidCalibration(services, admin, used.id, 'wrong bath');
  return internalBody({ asset, reference }, given, request);
}

/** Records it as a device does. @returns its id */
export async function recordedByDevice({ services, technician }: Given, body: CreateCalibrationBody): Promise<string> {
  const submission = { ...submissionOf(body), fromDevice: true };
  const [outcome] = await recordCalibrations(services, technician, [submission]);
  if (outcome?.status !== 'applied') throw new Error(describeOutcome(outcome));
  return submission.id;
}

/** A calibration whose certificate is held. @returns its id */
export const heldCalibration = async (given: Given): Promise<string> =>
  recordedByDevice(given, await bodyWithVoidedReference(given));
