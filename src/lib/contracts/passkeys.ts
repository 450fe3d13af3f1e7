/** Passkeys of a person: registered, listed, named; and the options that browsers are given. */
import { z } from 'zod';
import { bytes, credentialId, passkeyAnswer } from './passkey-answer.ts';
import { id, instant, text } from './primitives.ts';
import { recoveryCodesSchema } from './second-factor.ts';

/** At most so many for each person. */
export const MOST_PASSKEYS = 20;

/** `RegistrationResponseJSON`. */
const registration = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(12_000),
    transports: z.array(z.string().max(40)).max(10).optional()
  })
});
export type PasskeyRegistration = z.output<typeof registration>;

export const passkeyOptionsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'Options of WebAuthn, for `PublicKeyCredential.parse…OptionsFromJSON`; valid for five minutes, for one answer'
  );

export const passkeySchema = z.strictObject({
  id,
  name: z.string(),
  is_synced: z.boolean().describe('Its provider copies it to other devices of the person'),
  created_at: instant,
  last_used_at: instant.nullable()
});
export type Passkey = z.infer<typeof passkeySchema>;
export const createdPasskeySchema = passkeySchema.extend(recoveryCodesSchema.shape);

const name = text(100);
export const createPasskeyBody = z.strictObject({ name, passkey: registration });
export const updatePasskeyBody = z.strictObject({ name });
export const passkeyOptionsBody = z.strictObject({
  challenge: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Of a refusal `second_factor_required`; without it, the passkey signs in by itself')
});
export const passkeySignInBody = z.strictObject({
  passkey: passkeyAnswer,
  remember: z.boolean().default(true).describe('A session of 30 days, extended by use, instead of 12 hours')
});
