import { RELEASES } from './certificate-states.ts';
import type { ColumnKey, Description } from './field.ts';

/** A laboratory or company with its members and instruments. */
export const ORGANIZATION = {
  id: { kind: 'id', from: 'column' },
  name: { kind: 'text', from: 'column', set: 'always', max: 200 },
  private: { kind: 'flag', from: 'column', initial: false, set: 'always' },
  is_active: { kind: 'flag', from: 'filled' },
  /** A made-up laboratory for looking around, which can be removed with all that belongs to it. */
  is_demonstration: { kind: 'flag', from: 'filled' },
  created_at: { kind: 'instant', from: 'filled' },
  updated_at: { kind: 'instant', from: 'filled' },
  full_name: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 300 },
  description: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 5000 },
  website: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 500 },
  location_id: { kind: 'id', from: 'column', nullable: true, set: 'always' },
  location_name: { kind: 'text', from: 'derived', nullable: true },
  /** As printed on certificates; if null, the address of the head location is printed. */
  address: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 1000 },
  email: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 254 },
  phone: { kind: 'text', from: 'column', nullable: true, set: 'always', max: 100 },
  /** Who authorizes that certificates are issued; a change applies to calibrations recorded from then on. */
  release: { kind: 'choice', from: 'column', of: RELEASES, initial: 'automatic', set: 'always' },
  logo_file_id: { kind: 'id', from: 'filled', nullable: true },
  logo_url: { kind: 'text', from: 'derived', nullable: true },
  asset_count: { kind: 'count', from: 'derived' },
  member_count: { kind: 'count', from: 'derived' },
  is_member: { kind: 'flag', from: 'derived' },
  my_role: { kind: 'choice', from: 'derived', of: ['member', 'admin'], nullable: true },
  can_manage: { kind: 'flag', from: 'derived' },
  /** Whether the reader has been given the right to release certificates of others. */
  may_release: { kind: 'flag', from: 'derived' },
  is_last_admin: { kind: 'flag', from: 'derived' },
  has_pending_join_request: { kind: 'flag', from: 'derived' },
  /** Prefix of certificate numbers: `{prefix}-{year}-{sequence}`. */
  certificate_prefix: { kind: 'text', from: 'kept', set: 'always', max: 12 }
} as const satisfies Description;
export type OrganizationColumnKey = ColumnKey<typeof ORGANIZATION>;
