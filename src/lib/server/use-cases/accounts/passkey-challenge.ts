import { createHash, randomBytes } from 'node:crypto';
import { challengeOf, PASSKEY_SECONDS } from '#lib/server/auth/passkeys.ts';
import { takePasskeyChallenge } from '#lib/server/db/passkeys.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { isSignatureOf, signatureOf } from '#lib/server/secrets/secret-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const PURPOSE = 'plumbline passkey challenge v1';
const RANDOM_BYTES = 16;
const INSTANT_BYTES = 6;

/** What a passkey is asked for: an answer to one is of no use for another. Nobody is known before signing in without a password. */
export type PasskeyUse =
  { readonly for: 'signing in' } | { readonly for: 'registering' | 'second factor' | 'proof'; readonly userId: string };

const textOf = (head: Uint8Array, use: PasskeyUse): string =>
  `${Buffer.from(head).toString('hex')} ${use.for} ${'userId' in use ? use.userId : ''}`;

/** A new challenge, base64url: random bytes, its end, and a signature over both and its use. Nothing is stored until it is answered. */
export function newPasskeyChallenge(services: Services, use: PasskeyUse): string {
  const end = Buffer.alloc(INSTANT_BYTES);
  end.writeUIntBE(services.now().getTime() + PASSKEY_SECONDS * 1000, 0, INSTANT_BYTES);
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  return Buffer.concat([head, signatureOf(textOf(head, use), PURPOSE, services)]).toString('base64url');
}

/** The challenge that an answer is for, if it was made here for this use and has not ended. */
export function liveChallengeOf(
  services: Services,
  clientDataJSON: string,
  use: PasskeyUse
): { readonly challenge: string; readonly expiresAt: Date } | null {
  const challenge = challengeOf(clientDataJSON);
  const bytes = Buffer.from(challenge ?? '', 'base64url');
  if (challenge === null || bytes.length <= RANDOM_BYTES + INSTANT_BYTES) return null;
  const head = bytes.subarray(0, RANDOM_BYTES + INSTANT_BYTES);
  if (!isSignatureOf(bytes.subarray(head.length), textOf(head, use), PURPOSE, services)) return null;
  const expiresAt = new Date(head.readUIntBE(RANDOM_BYTES, INSTANT_BYTES));
  return expiresAt > services.now() ? { challenge, expiresAt } : null;
}

/** Uses a challenge up. @returns false if it was answered before */
export const spendChallenge = (
  tx: Tx,
  { challenge, expiresAt }: { readonly challenge: string; readonly expiresAt: Date }
): Promise<boolean> => takePasskeyChallenge(tx, createHash('sha256').update(challenge).digest('hex'), expiresAt);
