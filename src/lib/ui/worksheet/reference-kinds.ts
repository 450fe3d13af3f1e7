import type { ReferenceState } from '#lib/worksheet/references/reference-choice.ts';
import type { StatusKind } from '../status/status-kind.ts';

/** How the states of references are shown. */
export const REFERENCE_KINDS: Readonly<Record<ReferenceState, StatusKind>> = {
  in_calibration: 'pass',
  overdue: 'overdue',
  retired: 'warn',
  out_of_service: 'warn',
  voided: 'warn',
  failed: 'fail',
  uncalibrated: 'warn',
  other_unit: 'warn',
  itself: 'warn'
};
