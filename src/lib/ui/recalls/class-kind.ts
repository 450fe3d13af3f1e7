import type { RecallClass } from '#lib/records/recall.ts';
import type { StatusKind } from '../status/status-kind.ts';

/** The shape of what became of a calibration. */
export const CLASS_KINDS: Readonly<Record<RecallClass, StatusKind>> = {
  flipped: 'fail',
  weakened: 'warn',
  undetermined: 'never',
  unchanged: 'pass'
};
