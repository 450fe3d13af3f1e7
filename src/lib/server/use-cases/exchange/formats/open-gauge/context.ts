import type { ArchivedAsset, ArchivedCalibration } from '#lib/contracts/archive.ts';
import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { Measuring } from './measuring.ts';

const UNKNOWN_ORGANIZATION_ID = '00000000-0000-4000-8000-000000000000';

/** The facts of that day, as far as they are known; no certificate is made of them. */
export function contextOf(
  record: Omit<ArchivedCalibration, 'certificate_context'>,
  asset: ArchivedAsset,
  of: { readonly channel: string | null; readonly measuring: Measuring }
): CertificateContext {
  const { quantity, range_min, range_max, resolution } = of.measuring;
  const person = { full_name: record.recorded_by_name, role: record.recorded_by_role };
  return {
    format: 3,
    certificate_number: record.certificate_number,
    language: 'en',
    verify_url: '',
    calibration: {
      id: record.id,
      version: record.version,
      kind: record.kind,
      calibration_date: record.calibration_date,
      due_date: record.due_date,
      recorded_at: record.recorded_at,
      lab_name: record.lab_name,
      lab_certificate_number: record.lab_certificate_number,
      lab_accreditation: null,
      specification: null,
      received_on: null,
      item_condition: null,
      notes: record.notes
    },
    organization: {
      id: UNKNOWN_ORGANIZATION_ID,
      name: record.system ?? '',
      full_name: null,
      address: null,
      email: null,
      phone: null,
      website: null,
      logo_file_id: null
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
    channel: record.channel_id === null ? null : { id: record.channel_id, name: of.channel ?? '' },
    measuring: {
      quantity,
      unit: record.unit,
      measured_unit: record.measured_unit,
      range_min,
      range_max,
      resolution
    },
    procedure: null,
    reference: null,
    technician: person,
    release: null,
    environment: record.environment,
    replaces: null
  };
}
