import { v7 as uuidv7 } from 'uuid';
import type { AccessToken } from '#lib/contracts/accounts.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { sessionIdOf } from '#lib/server/auth/sessions.ts';
import { insertAccessToken, type NewAccessToken } from '#lib/server/db/access-tokens.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** Stores a new token of the caller, whose session is locked. */
export async function issueAccessToken(
  tx: Tx,
  actor: PersonActor,
  token: string,
  options: Pick<NewAccessToken, 'name' | 'purpose' | 'expiresAt'>
): Promise<AccessToken> {
  const id = uuidv7();
  await appendAudit(tx, actor, null, { action: 'access_token.created', resource: tokenResource(id, options.name) });
  return insertAccessToken(tx, { ...options, id, userId: actor.userId, sha256: sessionIdOf(token) });
}

/** The name of a token in the audit log. */
export const tokenResource = (id: string, label: string) => ({ type: 'access_token' as const, id, label });
