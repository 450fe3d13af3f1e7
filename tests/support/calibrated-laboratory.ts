/** A laboratory for tests of recording: people, a calibrated reference, assets; arranged through the use-cases. */
import { randomUUID } from 'node:crypto';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader, CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { recordCalibrations } from '#lib/server/use-cases/calibrations/record-calibrations.ts';
import type { Outcome, Submission } from '#lib/server/use-cases/calibrations/submission.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createHash } from 'node:crypto';
import { analysisRequest } from './analysis-request.ts';
import { joined, organizationOf, person } from './people.ts';

export const MEASURING = {
  quantity: 'temperature',
  unit: '°C',
  measured_unit: '°C',
  range_min: 0,
  range_max: 100,
  resolution: 0.01
};

export type CalibratedLaboratory = {
  readonly services: Services;
  readonly organizationId: string;
  readonly admin: PersonActor;
  readonly technician: PersonActor;
  readonly reference: Asset;
  readonly asset: Asset;
  readonly multi: Asset;
};

/** Founds an organization with an admin, a technician, a reference calibrated outside, an asset and one with two channels. */
export async function calibratedLaboratory(
  services: Services,
  given: { private?: boolean; certificate_prefix?: string } = {}
): Promise<CalibratedLaboratory> {
  const { organization, founder: admin } = await organizationOf(
    services,
    await person(services, 'admin', 'Olga Admin'),
    { private: true, certificate_prefix: 'LAB', ...given }
  );
  const organization_id = organization.id;
  const technician = await joined(services, await person(services, 'technician', 'Tess Technician'), organization_id);
  const own = { organization_id, calibration_interval_days: 365 };
  const reference = await createAsset(services, admin, {
    ...own, ...MEASURING, asset_id: 'REF-001', name: 'Pt100 SPRT', is_reference: true
  }); // prettier-ignore
  const asset = await createAsset(services, admin, { ...own, ...MEASURING, asset_id: 'TT-042', name: 'Transmitter' });
  const multi = await createAsset(services, admin, {
    ...own,
    asset_id: 'LOG-4',
    name: 'Data logger',
    channels: [
      { name: 'Probe 1', ...MEASURING },
      { name: 'Probe 2', ...MEASURING }
    ]
  });
  const laboratory = { services, organizationId: organization_id, admin, technician, reference, asset, multi };
  await recorded(services, admin, externalBody(reference));
  return laboratory;
}

/** A calibration by a laboratory outside, of which only the curve is known. */
export const externalBody = (asset: Asset, given: Partial<CreateCalibrationBody> = {}): CreateCalibrationBody => ({
  asset_ref: asset.id,
  kind: 'external',
  calibration_date: '2026-03-04',
  lab_name: 'National laboratory',
  lab_certificate_number: 'NL-2026-17',
  coefficients_only: {
    model: 'none',
    coefficients: [],
    expanded_uncertainty: 0.03,
    coverage_factor: 2,
    unit: '°C',
    measured_unit: '°C'
  },
  ...given
});

/** An internal calibration as a device sends it, with its result. */
export function internalBody(
  { asset, reference }: Pick<CalibratedLaboratory, 'asset' | 'reference'>,
  given: Partial<CreateCalibrationBody> = {},
  request: AnalysisRequest = analysisRequest()
): CreateCalibrationBody {
  return {
    asset_ref: asset.id,
    kind: 'internal',
    calibration_date: '2026-11-20',
    reference_asset_id: reference.id,
    environment: { temperature_c: 22.4, relative_humidity_percent: 46, pressure_kpa: 100.8 },
    // What JSON leaves of it, as it would arrive.
    analysis: JSON.parse(JSON.stringify({ request, result: analyze(request) })) as NonNullable<
      CreateCalibrationBody['analysis']
    >,
    ...given
  };
}

/** A body as it is handed to the recording; the same body has the same digest. */
export const submissionOf = (body: CreateCalibrationBody, id: string = randomUUID()): Submission => ({
  id,
  payloadSha256: createHash('sha256').update(canonicalJson(body)).digest('hex'),
  read: () => Promise.resolve(body)
});

/** Records one and expects it to be applied. */
export async function recorded(
  services: Services,
  actor: PersonActor,
  body: CreateCalibrationBody,
  id?: string
): Promise<CalibrationHeader> {
  const [outcome] = await recordCalibrations(services, actor, [submissionOf(body, id)]);
  if (outcome?.status !== 'applied' || outcome.record === null) throw new Error(describeOutcome(outcome));
  return outcome.record;
}

export function describeOutcome(outcome: Outcome | undefined): string {
  const reason = outcome && 'reason' in outcome ? outcome.reason : null;
  const faults = reason instanceof Error && 'faults' in reason ? JSON.stringify(reason.faults) : '';
  return `${outcome?.status ?? 'nothing'}: ${String(reason)} ${faults}`;
}
