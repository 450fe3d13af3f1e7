import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { AccessToken, createAccessTokenBody, createdAccessTokenSchema } from '#lib/contracts/accounts.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { ACCESS_TOKEN_PREFIX, sessionIdOf } from '#lib/server/auth/sessions.ts';
import { deleteAccessToken, insertAccessToken, pageOfAccessTokens } from '#lib/server/db/access-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { isSession } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The caller's tokens for programs, without their secrets. @throws Refusal `invalid_cursor` */
export const listAccessTokens = (
  { pool }: Services,
  actor: PersonActor,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AccessToken>> => transaction(pool, actor, (tx) => pageOfAccessTokens(tx, actor.userId, page));

/**
 * Makes a bearer token for a program; what comes back is the only time that it is seen.
 * @param sessionId by which the caller asks: a token that leaked must not make others that outlive its revocation.
 * @throws Refusal `forbidden` for a call by an access token; InvalidInput for an end in the past.
 */
export function createAccessToken(
  { pool, now }: Services,
  actor: PersonActor,
  sessionId: string,
  { name, expires_at = null }: z.output<typeof createAccessTokenBody>
): Promise<z.output<typeof createdAccessTokenSchema>> {
  if (expires_at !== null && Date.parse(expires_at) <= now().getTime()) {
    throw invalidInput(['body', 'expires_at'], 'in_the_past', 'A token that has expired already is of no use');
  }
  const token = ACCESS_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const id = uuidv7();
  return transaction(pool, actor, async (tx) => {
    // Who ends all that is signed in holds this lock meanwhile; only after it is it known whether the session still lives.
    await lockAuditChain(tx, null);
    if (!(await isSession(tx, sessionId)))
      throw new Refusal('forbidden', 'An access token cannot create another one. Sign in.');
    await appendAudit(tx, actor, null, { action: 'access_token.created', resource: resource(id, name) });
    const made = { id, userId: actor.userId, name, purpose: 'api' as const, sha256: sessionIdOf(token), expiresAt: expires_at };
    return { ...(await insertAccessToken(tx, made)), token };
  });
}

/** Revokes a token: it is dead at once. @throws Refusal `not_found`, also for others' tokens */
export const revokeAccessToken = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    await lockAuditChain(tx, null);
    const name = await deleteAccessToken(tx, actor.userId, id);
    if (name === null) throw new Refusal('not_found', 'Access token not found.');
    await appendAudit(tx, actor, null, { action: 'access_token.deleted', resource: resource(id, name) });
  });

const resource = (id: string, label: string) => ({ type: 'access_token' as const, id, label });
