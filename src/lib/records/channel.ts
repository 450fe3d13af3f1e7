import type { Description } from './field.ts';
import { MEASURING } from './measuring.ts';

/** One of several quantities that an instrument measures. Its position is a separate column. */
export const CHANNEL = {
  id: { kind: 'id', from: 'column' },
  name: { kind: 'text', from: 'column', set: 'always', max: 200 },
  ...MEASURING,
  archived_at: { kind: 'instant', from: 'filled', nullable: true }
} as const satisfies Description;
