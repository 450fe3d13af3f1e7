/** Organizations, their members and their signing certificate (specification 2.1, 4.1). */
import { z } from 'zod';
import { SIGNING_CERTIFICATE_KINDS } from '#lib/records/signing-certificates.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { KIB } from './operation.ts';
import { inputShape, recordShape } from './described.ts';
import { id, instant, organizationRole } from './primitives.ts';
import { userSummarySchema } from './people.ts';

export const organizationSchema = z.strictObject(recordShape(ORGANIZATION, {}));
export type Organization = z.infer<typeof organizationSchema>;

/** A private organization for non-members: only its name. */
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

const { name, location_id, website, email, phone, certificate_prefix, ...first } = inputShape(ORGANIZATION, {
  /** As entered; it becomes a link only when it is rendered. */
  website: z.string().max(ORGANIZATION.website.max),
  certificate_prefix: z.string().regex(/^[A-Z0-9]{1,12}$/)
});
/** If it is omitted, the server chooses the prefix. */
const profile = { ...first, website, email, phone, certificate_prefix: certificate_prefix.optional() };
export const createOrganizationBody = z.strictObject({ name, ...profile });
export const updateOrganizationBody = z.strictObject({ name: name.optional(), location_id, ...profile });

export const memberSchema = z.strictObject({
  user: userSummarySchema,
  role: organizationRole,
  may_release: z.boolean().describe('May release certificates of other people’s calibrations'),
  since: instant
});
export type Member = z.infer<typeof memberSchema>;
export const addMemberBody = z.strictObject({ user_id: id, role: organizationRole.default('member') });
/** What is omitted stays as it is. */
export const changeMemberBody = z
  .strictObject({ role: organizationRole.optional(), may_release: memberSchema.shape.may_release.optional() })
  .check((context) => {
    if (Object.keys(context.value).length > 0) return;
    context.issues.push({
      code: 'custom',
      path: ['role'],
      message: 'Nothing to change: give role, may_release or both',
      input: context.value,
      params: { code: 'missing' }
    });
  });

export const signingCertificateSchema = z.strictObject({
  kind: z
    .enum(SIGNING_CERTIFICATE_KINDS)
    .describe(
      'issued_here: by this installation’s own authority; imported: the organization’s own; self_signed: made by an earlier version'
    ),
  subject: z.string(),
  issuer: z.string(),
  algorithm: z.string(),
  fingerprint_sha256: z.string(),
  not_before: instant,
  not_after: instant,
  authority_id: id.nullable().describe('Of this installation’s authority that has issued it')
});
export type SigningCertificate = z.infer<typeof signingCertificateSchema>;
/** Larger than any PKCS#12 file with a key and its chain. */
const LARGEST_PKCS12 = 48 * KIB;
export const importSigningCertificateBody = z.strictObject({
  pkcs12: z
    .string()
    .max(Math.ceil(LARGEST_PKCS12 / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'The file in base64')
    .describe('The PKCS#12 file (.p12, .pfx) in base64'),
  password: z.string().max(256).describe('Of the file; used once and not stored')
});
