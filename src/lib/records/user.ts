import type { ColumnKey, Description } from './field.ts';

/** A person with an account. The schemas of addresses are in the contracts, next to their messages. */
export const USER = {
  id: { kind: 'id', from: 'column' },
  email: { kind: 'text', from: 'column', set: 'always', max: 254 },
  full_name: { kind: 'text', from: 'column', set: 'always', max: 200, searched: true },
  role: { kind: 'choice', from: 'column', of: ['viewer', 'technician', 'admin', 'superadmin'], set: 'always' },
  is_active: { kind: 'flag', from: 'column', set: 'always' },
  is_verified: { kind: 'flag', from: 'column', set: 'always' },
  former_email: {
    kind: 'text',
    from: 'filled',
    nullable: true,
    says: 'The last confirmed address, while a change of `email` by another person is unconfirmed'
  },
  pending_email: {
    kind: 'text',
    from: 'filled',
    nullable: true,
    says: 'The requested address; it becomes `email` once the link mailed to it is opened'
  },
  language: { kind: 'choice', from: 'column', of: ['en', 'es', 'fr', 'de'], initial: 'en', set: 'always' },
  profile_picture_id: { kind: 'id', from: 'column', nullable: true },
  profile_picture_url: { kind: 'text', from: 'derived', nullable: true },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' }
} as const satisfies Description;
export type UserColumnKey = ColumnKey<typeof USER>;
