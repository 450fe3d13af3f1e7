import type { Description } from './field.ts';

/** A place where instruments are kept or calibrations are performed. */
export const LOCATION = {
  id: { kind: 'id', from: 'column' },
  name: { kind: 'text', from: 'column', set: 'always', max: 200, searched: true },
  address: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 1000, searched: true },
  description: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 5000, searched: true },
  parent_id: { kind: 'id', from: 'column', nullable: true, set: 'always' },
  is_calibration_lab: { kind: 'flag', from: 'column', initial: false, set: 'always' },
  organization_id: { kind: 'id', from: 'column', nullable: true, set: 'once' },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' }
} as const satisfies Description;
