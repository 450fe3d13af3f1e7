import type { Description } from './field.ts';

/** Quantity, range and resolution of an asset or of one of its channels. */
export const MEASURING = {
  quantity: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 100 },
  unit: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 32 },
  measured_unit: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 32 },
  range_min: { kind: 'number', from: 'column', nullable: true, set: 'always' },
  range_max: { kind: 'number', from: 'column', nullable: true, set: 'always' },
  resolution: { kind: 'number', from: 'column', nullable: true, set: 'always', positive: true },
  tolerance: { kind: 'tolerance', from: 'column', initial: [], set: 'always', max: 10 },
  /** The source of the tolerance: document and edition. */
  specification: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 500 },
  correction_applied: { kind: 'flag', from: 'column', initial: true, set: 'always' },
  /** Calibration and measurement capability a + b·|x|, k = 2, in `unit`. */
  cmc: { kind: 'capability', from: 'column', nullable: true, set: 'always' },
  /** Output signal at `range_min` and `range_max`, in `measured_unit`. */
  signal_min: { kind: 'number', from: 'column', nullable: true, set: 'always' },
  signal_max: { kind: 'number', from: 'column', nullable: true, set: 'always' }
} as const satisfies Description;
