import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';

/**
 * The fields of a calibration that lists show, search, sort and filter by; few, because a device has all calibrations
 * in memory.
 */
export type ListedCalibration = Pick<
  CalibrationHeader,
  | 'id'
  | 'version'
  | 'kind'
  | 'organization_id'
  | 'asset'
  | 'channel_id'
  | 'calibration_date'
  | 'due_date'
  | 'calibration_location_id'
  | 'lab_name'
  | 'lab_certificate_number'
  | 'recorded_by'
  | 'recorded_at'
  | 'voided'
  | 'conforms'
  | 'unit'
  | 'expanded_uncertainty'
> & {
  readonly profile: Pick<NonNullable<CalibrationHeader['profile']>, 'adjusted' | 'as_found' | 'as_left'> | null;
  readonly certificate: Pick<NonNullable<CalibrationHeader['certificate']>, 'number' | 'state'> | null;
};
