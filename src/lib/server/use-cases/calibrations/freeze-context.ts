import { CUSTOMER_DATA, type CustomerDatum } from '#lib/contracts/customer-data.ts';
import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { verifyAddress } from '#lib/laboratory/verify-address.ts';
import type { AssetFacts, ChannelFacts, PriorCalibration } from '#lib/server/db/calibration-facts.ts';
import type { Plan } from './plan-calibration.ts';

/** The numbers and times added to a plan. */
export type Numbered = {
  readonly version: number;
  readonly certificateNumber: string;
  /** The last part of the address that the certificate prints for its verification. */
  readonly verifyToken: string;
  /** Change numbers of the calibration and of its certificate. */
  readonly seq: number;
  readonly certificateSeq: number;
  readonly recordedAt: string;
};

/** Everything that the certificate will print besides the numbers, as of today (contracts/certificate-context.ts). */
export function freezeContext(plan: Plan, actor: PersonActor, numbered: Numbered, origin: string): CertificateContext {
  const { checked, asset, channel, place, procedure, reference, replaces } = plan;
  const { body, submission } = checked;
  const { certificate_prefix: _prefix, release, ...organization } = asset.organization;
  const technician = { full_name: actor.fullName, role: actor.role };
  return {
    format: 3,
    certificate_number: numbered.certificateNumber,
    language: actor.language,
    verify_url: verifyAddress(origin, numbered.verifyToken),
    calibration: {
      id: submission.id,
      version: numbered.version,
      kind: body.kind,
      calibration_date: body.calibration_date,
      due_date: plan.dueDate,
      recorded_at: numbered.recordedAt,
      lab_name: body.lab_name ?? null,
      lab_certificate_number: body.lab_certificate_number ?? null,
      lab_accreditation: body.lab_accreditation ?? null,
      specification: plan.specification,
      received_on: body.received_on ?? null,
      item_condition: body.item_condition ?? null,
      ...statedByCustomer(plan),
      notes: body.notes ?? null
    },
    organization,
    place: place && { name: place.name, address: place.address },
    customer: body.customer ? { name: body.customer.name, address: body.customer.address ?? null } : null,
    asset: {
      id: asset.id,
      asset_id: asset.asset_id,
      name: asset.name,
      description: asset.description,
      manufacturer: asset.manufacturer,
      model: asset.model,
      serial_number: asset.serial_number,
      location_name: asset.location_name
    },
    channel: channel && { id: channel.id, name: channel.name },
    measuring: { ...measuringOf(channel ?? asset), unit: plan.unit, measured_unit: plan.measuredUnit },
    procedure: procedure && {
      id: procedure.id,
      code: procedure.code,
      name: procedure.name,
      revision: String(procedure.revision)
    },
    reference: reference && referenceContext(reference.asset, reference.calibration),
    technician,
    // Recording authorizes the release, unless a second person does: who and when is known later, and is in the record.
    release:
      release === 'automatic'
        ? { by: technician, automatic: true, at: null }
        : { by: null, automatic: false, at: null },
    environment: body.environment ? withoutUndefined(body.environment) : null,
    replaces: replaces?.was_released
      ? { certificate_number: replaces.certificate_number, version: replaces.version }
      : null
  };
}

/** The reference's own certificate is the link of traceability; an external laboratory has its own number for it. */
function referenceContext(
  asset: AssetFacts,
  calibration: PriorCalibration
): NonNullable<CertificateContext['reference']> {
  const external = calibration.kind === 'external';
  return {
    asset_id: asset.asset_id,
    name: asset.name,
    serial_number: asset.serial_number,
    certificate_number: external ? calibration.lab_certificate_number : calibration.certificate_number,
    calibrated_by: external ? calibration.lab_name : calibration.laboratory,
    accreditation: calibration.lab_accreditation,
    calibration_date: calibration.calibration_date,
    due_date: calibration.due_date,
    expanded_uncertainty: calibration.expanded_uncertainty ?? 0,
    coverage_factor: calibration.coverage_factor ?? 2,
    unit: calibration.unit
  };
}

const measuringOf = ({ quantity, range_min, range_max, resolution }: AssetFacts | ChannelFacts) => ({
  quantity,
  range_min,
  range_max,
  resolution
});

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;

/** Only data that are present can be marked as provided by the customer; the item always is. */
function statedByCustomer({ specification, checked: { body } }: Plan): { customer_data?: CustomerDatum[] } {
  const isStated = { item: true, condition: Boolean(body.item_condition), specification: specification !== null };
  const marked = CUSTOMER_DATA.filter((datum) => body.customer_data?.includes(datum) && isStated[datum]);
  return marked.length === 0 ? {} : { customer_data: marked };
}
