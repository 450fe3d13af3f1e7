/** What Open Gauge exports, as far as it is read here (versions 3.6 to 4.6); other keys are reported and left out. */
import { z } from 'zod';

/** Numbers come as text where a database gave them so. */
const number = z.preprocess(
  (value) => (typeof value === 'string' && /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(value.trim()) ? Number(value) : value),
  z.number().min(-1e300).max(1e300).nullish()
);
/** A text, or a number or flag that was not meant as one. */
const text = z.preprocess(
  (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  z.string().trim().max(20_000).nullish()
);
const flag = z.boolean().nullish();
const object = z.record(z.string(), z.unknown());

const assetShape = z.object({
  asset_id: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string()),
  name: text,
  asset_type: text,
  description: text,
  notes: text,
  manufacturer: text,
  model: text,
  serial_number: text,
  manufacturer_part_number: text,
  datasheet_url: text,
  firmware_version: text,
  power_supply: text,
  power_consumption_w: number,
  dimensions: text,
  weight_kg: number,
  mounting_type: text,
  connection_type: text,
  displays_readings: flag,
  ip_rating: text,
  hazardous_area_rating: text,
  operating_temperature_min: number,
  operating_temperature_max: number,
  operating_humidity_min: number,
  operating_humidity_max: number,
  health_score: number,
  price_eur: number,
  purchase_date: text,
  warranty_expiry_date: text,
  is_active: flag,
  retired_at: text,
  retired_reason: text,
  version: text,
  pinout_table: z.array(object).nullish(),
  created_at: text,
  updated_at: text,
  location_name: text,
  site_name: text,
  has_picture: flag,
  has_datasheet_file: flag,
  has_pinout_image: flag,
  has_sensor_image: flag,
  has_sensor_schematic: flag
});

const channelShape = z.object({
  channel_id: text,
  physical_quantity: text,
  measurement_type: text,
  unit: text,
  technology: text,
  measurement_min: number,
  measurement_max: number,
  accuracy_value: number,
  accuracy_type: text,
  accuracy_unit: text,
  resolution: number,
  resolution_unit: text,
  measurement_uncertainty: number,
  uncertainty_unit: text,
  confidence_level: number,
  coverage_factor: number,
  drift_rate: number,
  drift_unit: text,
  sensitivity: number,
  sensitivity_unit: text,
  response_time_ms: number,
  bandwidth_hz: number,
  output_signal_min: number,
  output_signal_max: number,
  output_signal_unit: text,
  output_type: text,
  calibration_role: text,
  criticality: text,
  calibration_interval: number,
  is_active: flag,
  calibration_method_name: text
});

const pointShape = z.object({
  point_index: number,
  reference_value: number,
  measured_value: number,
  calculated_value: number,
  residual_abs: number,
  residual_pct: number,
  reference_unit: text,
  measured_unit: text
});

/** Numbers that their system computed: they are kept as they are. */
const STATISTICS = [
  'poly_order',
  'range_min',
  'range_max',
  'r_squared',
  'rmse',
  'standard_error',
  'max_error',
  'full_scale_error',
  'non_linearity',
  'repeatability',
  'hysteresis',
  'confidence_level',
  'coverage_factor',
  'combined_uncertainty',
  'expanded_uncertainty',
  'valid_range_min',
  'valid_range_max',
  'effective_degrees_of_freedom'
] as const;
const statistics = Object.fromEntries(STATISTICS.map((key) => [key, number])) as Record<
  (typeof STATISTICS)[number],
  typeof number
>;

const calibrationShape = z.object({
  ...statistics,
  calibration_date: z.string(),
  due_date: text,
  performed_by_name: text,
  external_lab_name: text,
  notes: text,
  created_at: text,
  channel_id: text,
  calibration_type: text,
  calibration_version: text,
  calibration_interval: number,
  tolerance_criteria: z.unknown().optional(),
  external_lab_certificate_number: text,
  internal_procedure_name: text,
  calibration_location_name: text,
  temperature: number,
  humidity: number,
  pressure: number,
  poly_coefficients: z.array(z.number()).max(6).nullish(),
  distribution_type: text,
  uncertainty_budget: z.unknown().optional(),
  poly_coefficients_covariance: z.unknown().optional(),
  decision_rule: text,
  conformity_statement: text,
  has_certificate_file: flag,
  is_active: flag,
  void_reason: text,
  data_points: z.array(pointShape).max(10_000).nullish()
});

const fileShape = z.object({
  original_filename: text,
  content_type: text,
  size_bytes: number,
  checksum_sha256: text,
  created_at: text,
  media_path: text
});

export const openGaugeSchema = z.object({
  export_format_version: z.number(),
  exported_at: text,
  asset: assetShape,
  sensor_channels: z.array(channelShape).max(1000).nullish(),
  daq_details: object.nullish(),
  calibrations: z.array(calibrationShape).max(100_000).nullish(),
  files: z.array(fileShape).max(1000).nullish(),
  cad_files: z.array(fileShape).max(1000).nullish()
});
export type OpenGauge = z.output<typeof openGaugeSchema>;
export type GaugeAsset = OpenGauge['asset'];
export type GaugeChannel = z.output<typeof channelShape>;
export type GaugeCalibration = z.output<typeof calibrationShape>;

/** Where the file has keys that are not read, as paths; those of lists by the name of the list. */
export function unknownKeys(file: unknown): readonly string[] {
  const parts = [
    ['', openGaugeSchema, file],
    ['asset', assetShape, part(file, 'asset')],
    ...list(file, 'sensor_channels').map((one) => ['sensor_channels', channelShape, one] as const),
    ...list(file, 'calibrations').map((one) => ['calibrations', calibrationShape, one] as const),
    ...list(file, 'files').map((one) => ['files', fileShape, one] as const)
  ] as const;
  const found = parts.flatMap(([at, { shape }, value]) =>
    Object.keys(isObject(value) ? value : {})
      .filter((key) => !Object.hasOwn(shape, key))
      .map((key) => (at === '' ? key : `${at}.${key}`))
  );
  return [...new Set(found)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const part = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
const list = (value: unknown, key: string): readonly unknown[] => {
  const found = part(value, key);
  return Array.isArray(found) ? found : [];
};
