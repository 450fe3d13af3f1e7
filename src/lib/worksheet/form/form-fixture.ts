/** A transmitter and its reference, for the tests of the form. */
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { formFor } from './begin-form.ts';
import { emptyRow, type Row } from '../rows/form-rows.ts';

export const ORGANIZATION = '018f0000-0000-7000-8000-000000000001';

export const aTransmitter = (changes: Partial<Asset> = {}): Asset =>
  anAsset('TT-042', {
    id: '018f0000-0000-7000-8000-0000000000a1',
    name: 'Reactor outlet temperature transmitter',
    organization_id: ORGANIZATION,
    organization_name: 'Northfield',
    quantity: 'temperature',
    unit: '°C',
    measured_unit: '°C',
    range_min: 0,
    range_max: 100,
    resolution: 0.01,
    tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }],
    ...changes
  });

const AUTHOR = {
  id: '018f0000-0000-7000-8000-0000000000b1',
  full_name: 'M. Okafor',
  role: 'technician',
  profile_picture_url: null
} as const;

export function aCalibration(asset: Asset, changes: Partial<CalibrationHeader> = {}): CalibrationHeader {
  return {
    id: '018f0000-0000-7000-8000-0000000000c1',
    version: 1,
    kind: 'external',
    organization_id: asset.organization_id,
    asset: { id: asset.id, asset_id: asset.asset_id, name: asset.name },
    channel_id: null,
    calibration_date: '2026-03-04',
    due_date: '2027-03-04',
    calibration_location_id: null,
    procedure_id: null,
    procedure_revision: null,
    reference_asset_id: null,
    reference_channel_id: null,
    reference_calibration_id: null,
    reference_superseded: false,
    reference_reason: null,
    customer: null,
    replaces_calibration_id: null,
    lab_name: 'National institute',
    lab_certificate_number: 'N-1',
    lab_accreditation: null,
    specification: null,
    received_on: null,
    item_condition: null,
    customer_data: [],
    coefficients_only: null,
    environment: null,
    notes: null,
    recorded_by: AUTHOR,
    recorded_at: '2026-03-04T10:00:00Z',
    imported: false,
    voided: null,
    reviewed: null,
    engine: null,
    conforms: null,
    unit: '°C',
    measured_unit: '°C',
    curve: { model: 'linear', coefficients: [0.01, 1], center: 0, scale: 1, equation: null },
    profile: null,
    expanded_uncertainty: 0.03,
    coverage_factor: 2,
    effective_degrees_of_freedom: null,
    warnings: [],
    certificate: null,
    ...changes
  };
}

export const REFERENCE = aTransmitter({
  id: '018f0000-0000-7000-8000-0000000000a2',
  asset_id: 'REF-001',
  name: 'Pt100 SPRT',
  is_reference: true,
  tolerance: []
});

/** A new form of the transmitter, dated 20 November 2026, with these reference and indication texts typed in. */
export function aForm(
  readings: readonly (readonly [string, string])[],
  changes: Partial<CalibrateForm> = {}
): CalibrateForm {
  const form = formFor({
    asset: aTransmitter(),
    channel: null,
    previous: null,
    previousReferences: [],
    today: '2026-11-20'
  });
  const rows: Row[] = readings.map(([reference, measured], i) => {
    const row = emptyRow(i);
    return { ...row, left: { ...row.left, reference, measured } };
  });
  return { ...form, rows, next_id: rows.length, ...changes };
}
