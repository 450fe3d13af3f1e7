import type { Description } from './field.ts';

/** How something is calibrated; devices hold them, and nothing writes them yet. */
export const PROCEDURE = {
  id: { kind: 'id', from: 'column' },
  organization_id: { kind: 'id', from: 'column', nullable: true },
  name: { kind: 'text', from: 'column' },
  code: { kind: 'text', from: 'column', nullable: true },
  description: { kind: 'text', from: 'column', nullable: true },
  body: { kind: 'text', from: 'column' },
  revision: { kind: 'text', from: 'column', nullable: true },
  file_id: { kind: 'id', from: 'column', nullable: true },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' }
} as const satisfies Description;
