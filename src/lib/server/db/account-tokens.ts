import { sql } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

/** The purposes of mailed tokens; a person has at most one valid token for each. */
export type TokenPurpose = 'verify_email' | 'reset_password' | 'confirm_email';

/** Stores a token by its SHA-256 (hex); the previous one of the same person and purpose becomes invalid. */
export async function putAccountToken(
  tx: Tx,
  token: { userId: string; purpose: TokenPurpose; sha256: string; email: string; expiresAt: string }
): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO account_tokens (user_id, purpose, token_sha256, email, expires_at)
    VALUES (${token.userId}, ${token.purpose}, ${token.sha256}, ${token.email}, ${token.expiresAt})
    ON CONFLICT (user_id, purpose) DO UPDATE
    SET token_sha256 = excluded.token_sha256, email = excluded.email, expires_at = excluded.expires_at`);
}

const live = (purpose: TokenPurpose, sha256: string, now: Date) => sql.fragment`
  t.purpose = ${purpose} AND t.token_sha256 = ${sha256} AND t.expires_at > ${now.toISOString()}::timestamptz
  AND u.id = t.user_id AND u.email = t.email AND u.is_active`;

/** Whether the token is valid now, to decide whether to begin expensive work; only using it is conclusive. */
export const isLiveAccountToken = (tx: Tx, purpose: TokenPurpose, sha256: string, now: Date): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ live: z.boolean() }))`
    SELECT EXISTS (SELECT FROM account_tokens t, users u WHERE ${live(purpose, sha256, now)}) AS live`);

/**
 * Uses up a token: of concurrent requests with it, one gets its person, the others `null`, as for one that is unknown,
 * expired, for another purpose, mailed to an address that is no longer the person's, or of a deactivated account.
 */
export const takeAccountToken = (tx: Tx, purpose: TokenPurpose, sha256: string, now: Date): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ user_id: id }))`
    DELETE FROM account_tokens t USING users u WHERE ${live(purpose, sha256, now)} RETURNING t.user_id`);

const confirmed = z.object({ user_id: id, email: z.string() });
/** Uses up a token that confirms the address it was created for: the person's current or requested one. */
export const takeConfirmation = (tx: Tx, sha256: string, now: Date): Promise<z.infer<typeof confirmed> | null> =>
  tx.maybeOne(sql.type(confirmed)`
    DELETE FROM account_tokens t USING users u
    WHERE t.purpose = 'confirm_email' AND t.token_sha256 = ${sha256} AND t.expires_at > ${now.toISOString()}::timestamptz
      AND u.id = t.user_id AND t.email IN (u.email, u.pending_email) AND u.is_active
    RETURNING t.user_id, t.email`);

export async function deleteAccountTokensOf(
  tx: Tx,
  userId: string,
  purposes: readonly TokenPurpose[] = ['verify_email', 'reset_password', 'confirm_email']
): Promise<void> {
  await tx.query(sql.unsafe`
    DELETE FROM account_tokens WHERE user_id = ${userId} AND purpose = ANY (${sql.array([...purposes], 'text')})`);
}
