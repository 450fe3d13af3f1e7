/** Single sign-on (OpenID Connect). */
import { z } from 'zod';
import { id, instant } from './primitives.ts';

export const oidcOptionsSchema = z.strictObject({
  name: z.string().nullable().describe('What the identity provider is called; null if there is none'),
  only: z.boolean().describe('There is no other way to sign in, except for accounts let in by `npm run set-password`')
});
export type OidcOptions = z.infer<typeof oidcOptionsSchema>;

/** Of this product; anything else leads to the first page. */
const path = z.string().max(2000).optional().describe('Path of the page to open afterwards');

export const startOidcQuery = z.strictObject({
  next: path,
  remember: z.enum(['0', '1']).default('1').describe('A session of 30 days, extended by use, instead of 12 hours')
});
/** Whatever the provider adds. */
export const finishOidcQuery = z.object({}).catchall(z.string().max(4000));
export const linkOidcBody = z.strictObject({ password: z.string().min(1).max(256) });
export const oidcPathBody = z.strictObject({ next: path });
export const oidcAddressSchema = z.strictObject({
  url: z
    .string()
    .describe('Address of the identity provider to open in the same browser, which has got a cookie for it')
});

export const oidcSignOutSchema = z.strictObject({
  url: z
    .string()
    .nullable()
    .describe(
      'Address of the provider to offer after signing out; null if the session was not begun there, or it has none'
    )
});

export const identitySchema = z.strictObject({
  id,
  issuer: z.string(),
  email: z.string().nullable().describe('As the identity provider stated it last'),
  created_at: instant,
  last_used_at: instant.nullable()
});
export type Identity = z.infer<typeof identitySchema>;
