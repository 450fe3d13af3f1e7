import type { Description } from './field.ts';

/** A calibration procedure. The editable fields are the contents of a revision, and a change creates the next one. */
export const PROCEDURE = {
  id: { kind: 'id', from: 'column' },
  organization_id: { kind: 'id', from: 'column', nullable: true, set: 'once' },
  code: { kind: 'text', from: 'column', set: 'always', max: 50, searched: true },
  name: { kind: 'text', from: 'column', set: 'always', max: 200, searched: true },
  quantity: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 100, searched: true },
  description: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 5000, searched: true },
  body: {
    kind: 'text',
    from: 'column',
    initial: '',
    set: 'always',
    max: 50_000,
    says: 'Markdown; HTML is shown as text'
  },
  revision: { kind: 'count', from: 'column', initial: 1, min: 1 },
  effective_from: {
    kind: 'day',
    from: 'column',
    set: 'always',
    says: 'By default, the day on which the revision is created'
  },
  reference_class: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 200 },
  environment: { kind: 'limits', from: 'column', nullable: true, set: 'always' },
  plan: { kind: 'plan', from: 'column', nullable: true, set: 'always' },
  retired_at: { kind: 'instant', from: 'column', nullable: true },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' }
} as const satisfies Description;
