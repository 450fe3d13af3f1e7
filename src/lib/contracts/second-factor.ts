/** The second factor of an account, and proving who one is. */
import { z } from 'zod';
import { passkeyAnswer } from './passkey-answer.ts';
import { instant } from './primitives.ts';

/** What a person used to sign in; `oidc_mfa`: the identity provider states that it asked for several factors. */
export const signInMethod = z.enum(['password', 'mailed_link', 'totp', 'recovery_code', 'passkey', 'oidc', 'oidc_mfa']);
export type SignInMethod = z.infer<typeof signInMethod>;

/** Six digits, from an authenticator app. */
const totpCode = z.string().regex(/^\d{6}$/);
/** Written in groups; upper case, spaces and hyphens do not matter. */
const recoveryCode = z.string().min(1).max(100);

export type SecondFactorMethod = Extract<SignInMethod, 'totp' | 'recovery_code' | 'passkey'>;

/** The context of the refusal `second_factor_required`. */
export type SecondFactorDue = {
  /** Proves the first factor in `POST /auth/second-factor`. */
  readonly challenge: string;
  /** What the account has. */
  readonly methods: readonly SecondFactorMethod[];
  readonly expires_in_seconds: number;
};

export const secondFactorBody = z.strictObject({
  challenge: z.string().min(1).max(2000),
  code: totpCode.optional(),
  recovery_code: recoveryCode.optional(),
  passkey: passkeyAnswer.optional()
});
/** What proves that a session is used by its owner: the password or, if there is a second factor, one of the others. */
export const proofFields = {
  code: totpCode.optional().describe('Of the authenticator app, if the account has one'),
  passkey: passkeyAnswer.optional()
};
/** What becomes of a wrong one. */
export const PROOF_REFUSALS = [
  'invalid_credentials',
  'second_factor_required',
  'wrong_code',
  'code_used',
  'passkey_refused',
  'too_many_requests'
] as const;
export const proofBody = z.strictObject({ password: z.string().min(1).max(256).optional(), ...proofFields });
export const confirmTotpBody = z.strictObject({ code: totpCode });

export const secondFactorSchema = z.strictObject({
  totp_since: instant.nullable().describe('When codes of an authenticator app were turned on; null if they are off'),
  passkeys: z.int().describe('How many passkeys there are'),
  recovery_codes: z.int().describe('How many recovery codes are left'),
  has_password: z.boolean().describe('Whether the first factor can be a password')
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const begunTotpSchema = z.strictObject({
  secret: z.string().describe('Base32, to be typed into the app'),
  uri: z.string().describe('`otpauth://` address, to be scanned as a QR code')
});
export const recoveryCodesSchema = z.strictObject({
  recovery_codes: z
    .array(z.string())
    .describe(
      'Each can be used once instead of the second factor; shown only once. Empty if the account has codes already'
    )
});
