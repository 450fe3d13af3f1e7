import { z } from 'zod';
import { id, instant } from './primitives.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const auditEntrySchema = z.strictObject({
  id,
  at: instant,
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  actor_role: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: id,
  resource_label: z.string(),
  changes: z.record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() })),
  request_id: z.string().nullable(),
  /** Of the chain that the entry belongs to: that of its organization, or of the installation. */
  organization_id: id.nullable(),
  /** Position in the chain, from 1. */
  number: z.number().int().positive(),
  previous_hash: sha256.or(z.literal('')).meta({ description: 'Of the entry before it; empty for the first' }),
  hash: sha256.meta({
    description:
      'SHA-256 over the bytes of previous_hash and these fields as JSON with sorted names and no spaces: number, at, organization_id, actor_id, ' +
      'actor_name, actor_role, action, resource_type, resource_id, resource_label, changes, request_id'
  })
});
/** What a verification of hash chains found. */
export const auditVerificationSchema = z.strictObject({
  verified_at: instant,
  chains: z.array(
    z.strictObject({
      organization_id: id.nullable().meta({ description: 'null: the chain of the installation' }),
      entries: z.number().int().nonnegative().meta({ description: 'Verified entries, up to the first fault' }),
      last_hash: sha256.nullable(),
      broken_at: z.number().int().positive().nullable().meta({
        description:
          'The first entry that is missing, was changed, or does not follow the one before; null if there is none'
      })
    })
  )
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
