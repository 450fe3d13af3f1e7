/** Address verification, sessions, access tokens, and changes of accounts by an admin. */
import { z } from 'zod';
import { emailAddress, id, instant, organizationRole, text } from './primitives.ts';
import { accountFields, password } from './people.ts';
import { signInMethod } from './second-factor.ts';

/** A mailed token; the limit only excludes texts longer than any of our tokens. */
const mailedToken = z.string().min(1).max(200);

export const verifyEmailQuery = z.strictObject({ token: mailedToken });
export const addressBody = z.strictObject({ email: emailAddress });
/** The same sentence for known and unknown addresses. */
export const acknowledgement = z.strictObject({ detail: z.string() });
export const confirmEmailBody = z.strictObject({ token: mailedToken });
export const confirmedEmailSchema = z.strictObject({ email: z.string() });
export const resetPasswordBody = z.strictObject({ token: mailedToken, new_password: password });

export const signUpOptionsSchema = z.strictObject({
  first_account: z
    .boolean()
    .describe('There are no accounts yet: the first person to register becomes a super administrator'),
  mail_enabled: z.boolean().describe('Accounts are verified by mail; otherwise an administrator activates them')
});
export type SignUpOptions = z.infer<typeof signUpOptionsSchema>;

export const sessionSchema = z.strictObject({
  id,
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  user_agent: z.string().nullable(),
  methods: z.array(signInMethod).describe('How the person signed in; empty if it was not recorded'),
  is_current: z.boolean().describe('The session of this request')
});
export type Session = z.infer<typeof sessionSchema>;

export const accessTokenSchema = z.strictObject({
  id,
  name: z.string(),
  purpose: z.enum(['api', 'calendar']).describe('Whether the token is for the API or only for the calendar feed'),
  created_at: instant,
  last_used_at: instant.nullable(),
  expires_at: instant.nullable()
});
export type AccessToken = z.infer<typeof accessTokenSchema>;
export const createAccessTokenBody = z.strictObject({ name: text(100), expires_at: instant.nullable().optional() });
export const createdAccessTokenSchema = accessTokenSchema.extend({
  token: z.string().describe('The bearer token; shown only once')
});
export const calendarFeedSchema = accessTokenSchema.extend({
  url: z.string().describe('The address of the feed for calendar programs; shown only once')
});

/** People choose their language themselves. */
const { language: _language, ...managedFields } = accountFields;
export const updateUserBody = z
  .strictObject(managedFields)
  .partial()
  .extend({
    memberships: z
      .array(z.strictObject({ organization_id: id, role: organizationRole }))
      .max(1000)
      .optional()
      .describe(
        'Replaces the memberships in organizations that the caller administers (for super administrators: all); others are unchanged'
      )
  });
