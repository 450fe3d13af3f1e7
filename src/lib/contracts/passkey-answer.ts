/** What a browser answers for a passkey (WebAuthn Level 3, as JSON). */
import { z } from 'zod';

/** Base64url. Further members that a browser sends are ignored. */
export const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/);
export const credentialId = bytes(1400);

/** `AuthenticationResponseJSON`. */
export const passkeyAnswer = z
  .object({
    id: credentialId,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(2000),
      userHandle: bytes(200).nullish()
    })
  })
  .describe('`AuthenticationResponseJSON` of WebAuthn, the answer to the options');
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
