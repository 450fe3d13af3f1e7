import type { GaugeCalibration } from '#lib/contracts/open-gauge.ts';

/** Fields that have their own place in the record. */
const PLACED: readonly string[] = [
  'calibration_date',
  'due_date',
  'performed_by_name',
  'external_lab_name',
  'notes',
  'created_at',
  'channel_id',
  'calibration_type',
  'external_lab_certificate_number',
  'internal_procedure_name',
  'calibration_location_name',
  'has_certificate_file',
  'is_active',
  'void_reason'
];

/** Every number of theirs, under the name that it has there. */
export const originalNumbers = (calibration: GaugeCalibration): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(calibration).filter(([key, value]) => !PLACED.includes(key) && value !== null && value !== undefined)
  );
