import type { CalibrationStatus } from '#lib/contracts/assets.ts';

export type StatusKind = 'pass' | 'fail' | 'overdue' | 'warn' | 'due' | 'waiting' | 'never' | 'voided';

/** The shape of an asset's calibration status, of one that has failed, and of one out of service. */
export const STATUS_KINDS: Readonly<Record<CalibrationStatus | 'failed' | 'out_of_service', StatusKind>> = {
  failed: 'fail',
  out_of_service: 'warn',
  calibrated: 'pass',
  due_soon: 'due',
  overdue: 'overdue',
  never: 'never'
};

/** The shape of what keeps an asset from being used. */
export const STATE_KINDS = {
  failed: STATUS_KINDS.failed,
  out_of_service: STATUS_KINDS.out_of_service,
  retired: 'voided'
} as const satisfies Readonly<Record<string, StatusKind>>;

/** The shape that a verdict has in lists; what is conditional asks for a look. */
export const VERDICT_KINDS = {
  pass: 'pass',
  conditional_pass: 'warn',
  conditional_fail: 'warn',
  fail: 'fail',
  none: 'never'
} as const satisfies Readonly<Record<string, StatusKind>>;
