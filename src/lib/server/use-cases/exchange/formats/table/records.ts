import { v7 as uuidv7 } from 'uuid';
import type { ArchivedAsset, ArchivedCalibration } from '#lib/contracts/archive.ts';
import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import { dueDateOf } from '#lib/laboratory/due-date.ts';
import { intervalOf } from '#lib/laboratory/interval.ts';
import type { RowValues } from '#lib/laboratory/exchange/sheet/row-values.ts';
import { ASSET } from '#lib/records/asset.ts';
import { initialValues } from '#lib/records/field.ts';
import type { TableFacts } from './facts.ts';

const SYSTEM = 'spreadsheet';
/** What a sheet does not say of a certificate. */
const NOT_STATED = '—';

type Found = { readonly locationId: string | null; readonly procedureId: string | null };

/** An asset of a row, new as far as it is not here already. */
export function assetRecord(
  id: string,
  values: RowValues,
  found: Found,
  { now, actor, actorHash }: TableFacts
): ArchivedAsset {
  const initial = initialValues(ASSET);
  return {
    id,
    asset_id: values.asset_id,
    name: values.name ?? values.asset_id,
    description: values.description,
    manufacturer: values.manufacturer,
    model: values.model,
    serial_number: values.serial_number,
    category: values.category,
    is_reference: initial.is_reference,
    status: 'active',
    location_id: found.locationId,
    procedure_id: found.procedureId,
    calibration_interval_days: values.interval_days,
    calibration_interval_months: values.interval_months,
    in_use_since: null,
    quantity: values.quantity,
    unit: values.unit,
    measured_unit: values.unit,
    range_min: values.range_min,
    range_max: values.range_max,
    resolution: values.resolution,
    tolerance: [...(values.tolerance ?? [])],
    specification: null,
    correction_applied: initial.correction_applied,
    cmc: null,
    signal_min: null,
    signal_max: null,
    photo_file_id: null,
    tags: [...(values.tags ?? [])],
    attributes: [],
    out_of_service_since: null,
    out_of_service_reason: null,
    out_of_service_until: null,
    retired_at: null,
    retired_reason: null,
    retired_by: null,
    created_at: now,
    updated_at: now,
    created_by: actor.fullName,
    people: { created_by: actorHash },
    system: SYSTEM,
    channels: [],
    tasks: [],
    moves: []
  };
}

/** The columns that a row says something of: where the asset exists, an empty cell changes nothing. */
export function changesOf(values: RowValues): readonly string[] {
  const {
    asset_id: _,
    location,
    procedure,
    interval_days,
    interval_months,
    calibration: _calibration,
    ...plain
  } = values;
  const columns = Object.entries(plain).flatMap(([column, value]) => (value === null ? [] : [column]));
  return [
    ...columns,
    ...(values.unit === null ? [] : ['measured_unit']),
    ...(location === null ? [] : ['location_id']),
    ...(procedure === null ? [] : ['procedure_id']),
    ...((interval_days ?? interval_months) === null
      ? []
      : ['calibration_interval_days', 'calibration_interval_months']),
    'updated_at'
  ];
}

/** The last calibration of a row: by another laboratory, without results. Its version and number are given when it is written. */
export function calibrationRecord(
  asset: ArchivedAsset,
  calibration: NonNullable<RowValues['calibration']>,
  facts: TableFacts
): ArchivedCalibration {
  const { actor, actorHash, now } = facts;
  const id = uuidv7();
  const stated = {
    calibration_date: calibration.date,
    due_date: dueDateOf(calibration.due ?? undefined, calibration.date, intervalOf(asset)),
    lab_name: calibration.laboratory ?? NOT_STATED,
    lab_certificate_number: calibration.certificate ?? NOT_STATED,
    lab_accreditation: null,
    specification: null,
    received_on: null,
    item_condition: null,
    notes: null
  };
  return {
    ...stated,
    id,
    asset_id: asset.id,
    asset_label: asset.asset_id,
    asset_name: asset.name,
    channel_id: null,
    version: 1,
    kind: 'external',
    calibration_location_id: null, procedure_id: null, procedure_revision: null,
    reference_asset_id: null, reference_channel_id: null, reference_calibration_id: null, reference_superseded: false,
    reference_reason: null, customer: null, replaces_calibration_id: null, customer_data: [],
    coefficients_only: null, environment: null, recorded_at: now, engine: null, conforms: null,
    unit: asset.unit, measured_unit: asset.measured_unit, curve: null, profile: null, expanded_uncertainty: null,
    coverage_factor: null, effective_degrees_of_freedom: null, warnings: [],
    recorded_by_name: actor.fullName, recorded_by_role: actor.role,
    voided_at: null, voided_by_name: null, voided_by_role: null, void_reason: null,
    reviewed_at: null, reviewed_by_name: null, reviewed_by_role: null, clock_skew_seconds: null,
    analysis_request: null, result: null, device_result: null,
    certificate_context: contextOf(id, asset, stated, facts),
    certificate_number: '',
    people: { recorded_by: actorHash },
    system: SYSTEM,
    statistics: null,
    points: [],
    certificate: null
  }; // prettier-ignore
}

type Stated = Omit<CertificateContext['calibration'], 'id' | 'version' | 'kind' | 'recorded_at' | 'customer_data'>;

function contextOf(
  id: string,
  asset: ArchivedAsset,
  stated: Stated,
  { organization, actor, now }: TableFacts
): CertificateContext {
  const { full_name, address, email, phone, website, logo_file_id } = organization;
  const technician = { full_name: actor.fullName, role: actor.role };
  const { quantity, unit, measured_unit, range_min, range_max, resolution } = asset;
  return {
    format: 3,
    certificate_number: '',
    language: actor.language,
    // No certificate is issued of what was recorded elsewhere.
    verify_url: '',
    calibration: { ...stated, id, version: 1, kind: 'external', recorded_at: now },
    organization: {
      id: organization.id,
      name: organization.name,
      full_name,
      address,
      email,
      phone,
      website,
      logo_file_id
    },
    place: null,
    customer: null,
    asset: {
      id: asset.id,
      asset_id: asset.asset_id,
      name: asset.name,
      description: asset.description,
      manufacturer: asset.manufacturer,
      model: asset.model,
      serial_number: asset.serial_number,
      location_name: null
    },
    channel: null,
    measuring: { quantity, unit, measured_unit, range_min, range_max, resolution },
    procedure: null,
    reference: null,
    technician,
    release: null,
    environment: null,
    replaces: null
  };
}
