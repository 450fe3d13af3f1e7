/** The second factor of an account, and proving who one is. */
import { z } from 'zod';
import { instant } from './primitives.ts';

/** What a person used to sign in. */
export const signInMethod = z.enum(['password', 'mailed_link', 'totp', 'recovery_code']);
export type SignInMethod = z.infer<typeof signInMethod>;

/** Six digits, from an authenticator app. */
const totpCode = z.string().regex(/^\d{6}$/);
/** Written in groups; upper case, spaces and hyphens do not matter. */
const recoveryCode = z.string().min(1).max(100);

/** The context of the refusal `second_factor_required`. */
export type SecondFactorDue = {
  /** Proves the first factor in `POST /auth/second-factor`. */
  readonly challenge: string;
  readonly methods: readonly ('totp' | 'recovery_code')[];
  readonly expires_in_seconds: number;
};

export const secondFactorBody = z.strictObject({
  challenge: z.string().min(1).max(2000),
  code: totpCode.optional(),
  recovery_code: recoveryCode.optional()
});
export const proofBody = z.strictObject({
  password: z.string().min(1).max(256).optional(),
  code: totpCode.optional()
});
export const confirmTotpBody = z.strictObject({ code: totpCode });

export const secondFactorSchema = z.strictObject({
  totp_since: instant.nullable().describe('When codes of an authenticator app were turned on; null if they are off'),
  recovery_codes: z.int().describe('How many recovery codes are left')
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const begunTotpSchema = z.strictObject({
  secret: z.string().describe('Base32, to be typed into the app'),
  uri: z.string().describe('`otpauth://` address, to be scanned as a QR code')
});
export const recoveryCodesSchema = z.strictObject({
  recovery_codes: z.array(z.string()).describe('Each can be used once instead of a code; shown only once')
});
