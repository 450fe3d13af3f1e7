import type { CalibrationStatus } from '#lib/contracts/assets.ts';

export type StatusKind = 'pass' | 'fail' | 'overdue' | 'warn' | 'due' | 'waiting' | 'never' | 'voided';

/** The shape of an asset's calibration status. */
export const STATUS_KINDS: Readonly<Record<CalibrationStatus, StatusKind>> = {
  calibrated: 'pass',
  due_soon: 'due',
  overdue: 'overdue',
  never: 'never'
};
