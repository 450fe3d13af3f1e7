import type { CalibrationStatus } from '#lib/contracts/assets.ts';

export type StatusKind = 'pass' | 'fail' | 'overdue' | 'warn' | 'due' | 'waiting' | 'never' | 'voided';

/** The shape of an asset's calibration status. */
export const STATUS_KINDS: Readonly<Record<CalibrationStatus, StatusKind>> = {
  calibrated: 'pass',
  due_soon: 'due',
  overdue: 'overdue',
  never: 'never'
};

/** The shape that a verdict has in lists; what is conditional asks for a look. */
export const VERDICT_KINDS = {
  pass: 'pass',
  conditional_pass: 'warn',
  conditional_fail: 'warn',
  fail: 'fail',
  none: 'never'
} as const satisfies Readonly<Record<string, StatusKind>>;
