import type { ColumnKey, Description } from './field.ts';

/** A person with an account. Addresses have rules of their own: what is asked for them stands beside their messages. */
export const USER = {
  id: { kind: 'id', from: 'column' },
  email: { kind: 'text', from: 'column' },
  full_name: { kind: 'text', from: 'column', max: 200, searched: true },
  role: { kind: 'choice', from: 'column', of: ['viewer', 'technician', 'admin', 'superadmin'] },
  is_active: { kind: 'flag', from: 'column' },
  is_verified: { kind: 'flag', from: 'column' },
  former_email: {
    kind: 'text',
    from: 'filled',
    nullable: true,
    says: 'The address that was confirmed last, while another person has changed `email` and its owner has not confirmed it'
  },
  pending_email: {
    kind: 'text',
    from: 'filled',
    nullable: true,
    says: 'The address that the person wants; it becomes `email` once the link mailed there is followed'
  },
  language: { kind: 'choice', from: 'column', of: ['en', 'es', 'fr', 'de'] },
  profile_picture_id: { kind: 'id', from: 'column', nullable: true },
  profile_picture_url: { kind: 'text', from: 'derived', nullable: true },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' }
} as const satisfies Description;
export type UserColumnKey = ColumnKey<typeof USER>;
