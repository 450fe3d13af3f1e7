/** Accounts, sessions and people. */
import { z } from 'zod';
import { USER } from '#lib/records/user.ts';
import { inputShape, recordShape } from './described.ts';
import { emailAddress, globalRole, id } from './primitives.ts';
import { proofFields } from './second-factor.ts';

export const password = z.string().min(12).max(256);

export const userSummarySchema = z.strictObject({
  id,
  full_name: z.string(),
  email: z.string().optional(),
  role: globalRole,
  profile_picture_url: z.string().nullable()
});
export type UserSummary = z.infer<typeof userSummarySchema>;

/** Somebody who acted on a record. An imported one may name people who have no account here. */
export const actedSchema = userSummarySchema.extend({
  id: id.nullable().describe('Null if the person has no account here')
});

export const userSchema = z.strictObject(recordShape(USER, {}));
export type User = z.infer<typeof userSchema>;

/** What people set in an account. A new field is in all four bodies until it is taken out of one. */
export const accountFields = inputShape(USER, { email: emailAddress });
const { role, is_active: _active, is_verified: _verified, ...ownFields } = accountFields;
export const registerBody = z.strictObject({ ...ownFields, password });
export const loginBody = z.strictObject({
  email: emailAddress,
  password: z.string().min(1).max(256),
  remember: z.boolean().default(true)
});
export const tokenSchema = z.strictObject({ access_token: z.string(), token_type: z.literal('bearer') });
/** The account is active and verified from the start. */
export const createUserBody = z.strictObject({ ...ownFields, password, role: role.default('technician') });
export const updateMeBody = z
  .strictObject(ownFields)
  .partial()
  .extend({
    password: password.optional(),
    current_password: z.string().min(1).max(256).optional(),
    ...proofFields
  });
