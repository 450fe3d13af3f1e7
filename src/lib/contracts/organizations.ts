/** Organizations, their members and their signing certificate (specification 2.1, 4.1). */
import { z } from 'zod';
import { id, instant, optionalText, organizationRole, text } from './primitives.ts';
import { userSummarySchema } from './people.ts';

export const organizationSchema = z.strictObject({
  id,
  name: z.string(),
  private: z.boolean(),
  is_active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  full_name: z.string().nullable(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  logo_file_id: id.nullable(),
  logo_url: z.string().nullable(),
  asset_count: z.int(),
  member_count: z.int(),
  is_member: z.boolean(),
  my_role: organizationRole.nullable(),
  can_manage: z.boolean(),
  is_last_admin: z.boolean(),
  has_pending_join_request: z.boolean()
});
export type Organization = z.infer<typeof organizationSchema>;

/** What a non-member learns of a private organization: its name, and nothing more. */
export const privateOrganizationSchema = z.strictObject({
  id,
  name: z.string(),
  private: z.literal(true),
  is_active: z.boolean(),
  is_member: z.literal(false),
  has_pending_join_request: z.boolean()
});
export const visibleOrganizationSchema = z.union([organizationSchema, privateOrganizationSchema]);
export type VisibleOrganization = z.infer<typeof visibleOrganizationSchema>;

const profile = {
  private: z.boolean().optional(),
  full_name: optionalText(300).optional(),
  description: optionalText(5000).optional(),
  /** As entered; made a link only where it is rendered. */
  website: z.string().max(500).nullable().optional(),
  email: optionalText(254).optional(),
  phone: optionalText(100).optional(),
  /** Prefix of certificate numbers: `{prefix}-{year}-{sequence}`. */
  certificate_prefix: z
    .string()
    .regex(/^[A-Z0-9]{1,12}$/)
    .optional()
};
export const createOrganizationBody = z.strictObject({ name: text(200), ...profile });
export const updateOrganizationBody = z.strictObject({
  name: text(200).optional(),
  location_id: id.nullable().optional(),
  ...profile
});

export const memberSchema = z.strictObject({ user: userSummarySchema, role: organizationRole, since: instant });
export type Member = z.infer<typeof memberSchema>;
export const addMemberBody = z.strictObject({ user_id: id, role: organizationRole.default('member') });

export const signingCertificateSchema = z.strictObject({
  algorithm: z.string(),
  fingerprint_sha256: z.string(),
  not_before: instant,
  not_after: instant
});
