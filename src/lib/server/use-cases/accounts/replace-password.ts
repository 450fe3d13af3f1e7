import { endSessionsOf } from '#lib/server/auth/sessions.ts';
import { deleteAccountTokensOf } from '#lib/server/db/account-tokens.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { savePasswordHash } from '#lib/server/db/users.ts';

/**
 * Sets a new password for somebody who cannot sign in. Every session and access token ends, and links mailed before
 * become invalid.
 */
export async function replacePassword(tx: Tx, userId: string, argon2id: string): Promise<void> {
  await savePasswordHash(tx, userId, argon2id);
  await deleteAccountTokensOf(tx, userId);
  await endSessionsOf(tx, userId, null);
}
