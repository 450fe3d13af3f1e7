import { randomBytes } from 'node:crypto';
import { putAccountToken, type TokenPurpose } from '#lib/server/db/account-tokens.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { sessionIdOf } from './sessions.ts';

const HOUR_MS = 3_600_000;
/** Specification 8. */
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  verify_email: 24 * HOUR_MS,
  reset_password: HOUR_MS,
  confirm_email: 24 * HOUR_MS
};

/** The stored form of a mailed token: its SHA-256, hex. */
export const mailedTokenHash = sessionIdOf;

/**
 * Makes the token that a mail to a person's address carries; only its hash is stored. An earlier one for the same
 * purpose becomes invalid.
 * @returns 256 random bits, base64url.
 */
export async function issueMailedToken(
  tx: Tx,
  person: { readonly id: string; readonly email: string },
  purpose: TokenPurpose,
  now: Date
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await putAccountToken(tx, {
    userId: person.id,
    purpose,
    sha256: mailedTokenHash(token),
    email: person.email,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString()
  });
  return token;
}
