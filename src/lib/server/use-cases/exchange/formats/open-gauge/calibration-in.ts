import type { ArchivedAsset, ArchivedCalibration } from '#lib/contracts/archive.ts';
import type { CoefficientsOnly } from '#lib/contracts/calibrations.ts';
import { calibrationProfile } from '#lib/laboratory/calibration-profile.ts';
import { statedCurve, storedCurve } from '#lib/laboratory/stored-curve.ts';
import { pointRowsOf } from '#lib/server/db/calibration-points.ts';
import { withoutRuns } from '#lib/server/db/insert-calibrations.ts';
import { channelIdOf, SYSTEM_NAME } from './asset-in.ts';
import { contextOf } from './context.ts';
import { gaugeId } from './identity.ts';
import { dayOf, instantOf } from './instants.ts';
import type { Measuring } from './measuring.ts';
import { originalNumbers } from './original-numbers.ts';
import { locationIdOf, procedureIdOf } from './places.ts';
import { recomputed } from './recompute.ts';
import type { GaugeCalibration } from '#lib/contracts/open-gauge.ts';

/** Where a calibration belongs. */
export type Belonging = {
  readonly asset: ArchivedAsset;
  /** What the asset is called there: ids are made of it. */
  readonly origin: string;
  /** Its name, if the asset keeps its channels. */
  readonly channel: string | null;
  readonly measuring: Measuring;
  readonly version: number;
};

/** A calibration as history: no new certificate is issued, and each number of the other system is kept beside ours. */
export function calibrationOf(source: GaugeCalibration, belonging: Belonging): ArchivedCalibration {
  const { asset, origin, channel, measuring, version } = belonging;
  const id = gaugeId('calibration', origin, channel ?? '', version);
  const analysis = recomputed(source, measuring);
  const stated = analysis === null ? statedOf(source, measuring) : null;
  const date = dayOf(source.calibration_date) ?? source.calibration_date;
  const recordedAt = instantOf(source.created_at) ?? instantOf(date) ?? asset.created_at;
  const isVoided = source.is_active === false;
  const isExternal = source.calibration_type === 'external';
  const person = (source.performed_by_name || SYSTEM_NAME).slice(0, 200);
  const record: Omit<ArchivedCalibration, 'certificate_context'> = {
    ...NOTHING,
    id,
    version,
    kind: isExternal ? 'external' : 'internal',
    asset_id: asset.id,
    asset_label: asset.asset_id,
    asset_name: asset.name,
    channel_id: channel === null ? null : channelIdOf(origin, channel),
    calibration_date: date,
    due_date: dayOf(source.due_date),
    calibration_location_id: locationIdOf(null, source.calibration_location_name),
    procedure_id: procedureIdOf(source.internal_procedure_name),
    procedure_revision: null,
    lab_name: isExternal ? (source.external_lab_name || '–').slice(0, 200) : null,
    lab_certificate_number: isExternal ? (source.external_lab_certificate_number || '–').slice(0, 100) : null,
    environment: environmentOf(source),
    notes: source.notes?.slice(0, 5000) ?? null,
    recorded_at: recordedAt,
    recorded_by_name: person,
    recorded_by_role: 'technician',
    voided_at: isVoided ? recordedAt : null,
    voided_by_name: isVoided ? person : null,
    voided_by_role: isVoided ? 'technician' : null,
    void_reason: isVoided ? (source.void_reason?.slice(0, 2000) ?? null) : null,
    engine: analysis?.result.engine ?? null,
    conforms: analysis?.result.conformity?.conforms ?? null,
    unit: analysis?.request.unit ?? measuring.unit,
    measured_unit: analysis?.request.measured_unit ?? measuring.measured_unit,
    curve: analysis ? storedCurve(analysis.result) : stated && statedCurve(stated, measuring.unit),
    profile: analysis && calibrationProfile(analysis.request, analysis.result),
    expanded_uncertainty: analysis?.result.expanded_uncertainty ?? stated?.expanded_uncertainty ?? null,
    coverage_factor: analysis?.result.coverage_factor ?? stated?.coverage_factor ?? null,
    effective_degrees_of_freedom:
      analysis?.result.effective_degrees_of_freedom ?? source.effective_degrees_of_freedom ?? null,
    coefficients_only: stated,
    analysis_request: analysis && withoutRuns(analysis.request),
    result: analysis && withoutRuns(analysis.result),
    points: analysis ? pointRowsOf(analysis.request, analysis.result) : [],
    // Unlike any number that is given here, which ends in a year and a sequence.
    certificate_number: `OG ${asset.asset_id.slice(0, 40)} ${id.slice(0, 8)}`,
    system: SYSTEM_NAME,
    statistics: originalNumbers(source)
  };
  return { ...record, certificate_context: contextOf(record, asset, { channel, measuring }) };
}

/** What no calibration of theirs has. */
const NOTHING = {
  reference_asset_id: null,
  reference_channel_id: null,
  reference_calibration_id: null,
  reference_superseded: false,
  reference_reason: null,
  customer: null,
  replaces_calibration_id: null,
  lab_accreditation: null,
  specification: null,
  received_on: null,
  item_condition: null,
  customer_data: [],
  reviewed_at: null,
  reviewed_by_name: null,
  reviewed_by_role: null,
  clock_skew_seconds: null,
  device_result: null,
  people: {},
  warnings: [],
  certificate: null
};

/** The curve as they state it, in ascending powers; null where they state none, or no uncertainty with it. */
function statedOf(source: GaugeCalibration, { unit, measured_unit }: Measuring): CoefficientsOnly | null {
  const { poly_coefficients: falling, combined_uncertainty: combined } = source;
  const factor = (source.coverage_factor ?? 0) > 0 ? (source.coverage_factor ?? 2) : 2;
  const expanded = source.expanded_uncertainty ?? (combined == null ? -1 : combined * factor);
  if (!falling || falling.length < 2 || expanded < 0) return null;
  return {
    model: falling.length === 2 ? 'linear' : 'polynomial',
    coefficients: falling.toReversed(),
    expanded_uncertainty: expanded,
    coverage_factor: factor,
    ...(unit === null ? {} : { unit }),
    ...(measured_unit === null ? {} : { measured_unit })
  };
}

/** Air pressure is in hPa there; what cannot be hPa is in kPa. */
function environmentOf({ temperature, humidity, pressure }: GaugeCalibration): ArchivedCalibration['environment'] {
  const has = (value: number | null | undefined, low: number, high: number): value is number =>
    typeof value === 'number' && value >= low && value <= high;
  const environment = {
    ...(has(temperature, -273.15, 10_000) ? { temperature_c: temperature } : {}),
    ...(has(humidity, 0, 100) ? { relative_humidity_percent: humidity } : {}),
    ...(has(pressure, 0, 1_000_000)
      ? { pressure_kpa: pressure >= 300 ? Number((pressure / 10).toPrecision(12)) : pressure }
      : {})
  };
  return Object.keys(environment).length === 0 ? null : environment;
}
