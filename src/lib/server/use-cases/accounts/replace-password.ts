import { endSessionsOf } from '#lib/server/auth/sessions.ts';
import { deleteAccountTokensOf } from '#lib/server/db/account-tokens.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { savePasswordHash } from '#lib/server/db/users.ts';

/**
 * Gives somebody who cannot sign in a new password. Whoever had got in with the old one is out: every session and access token
 * ends, and what was mailed to the account before opens nothing.
 */
export async function replacePassword(tx: Tx, userId: string, argon2id: string): Promise<void> {
  await savePasswordHash(tx, userId, argon2id);
  await deleteAccountTokensOf(tx, userId);
  await endSessionsOf(tx, userId, null);
}
