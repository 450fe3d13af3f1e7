/** Accounts, sessions and people. */
import { z } from 'zod';
import { USER } from '#lib/records/user.ts';
import { recordShape } from './described.ts';
import { emailAddress, globalRole, id, languageSchema, text } from './primitives.ts';

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

export const registerBody = z.strictObject({
  email: emailAddress,
  password,
  full_name: text(200),
  language: languageSchema.optional()
});
export const loginBody = z.strictObject({
  email: emailAddress,
  password: z.string().min(1).max(256),
  remember: z.boolean().default(true)
});
export const tokenSchema = z.strictObject({ access_token: z.string(), token_type: z.literal('bearer') });
export const createUserBody = z.strictObject({
  email: emailAddress,
  password,
  full_name: text(200),
  role: globalRole.default('technician'),
  language: languageSchema.optional()
});
export const updateMeBody = z.strictObject({
  full_name: text(200).optional(),
  language: languageSchema.optional(),
  email: emailAddress.optional(),
  password: password.optional(),
  current_password: z.string().min(1).max(256).optional()
});
