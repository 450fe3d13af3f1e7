import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { AccessToken, createAccessTokenBody, createdAccessTokenSchema } from '#lib/contracts/accounts.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { ACCESS_TOKEN_PREFIX } from '#lib/server/auth/sessions.ts';
import { deleteAccessToken, pageOfAccessTokens } from '#lib/server/db/access-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { holdFreshSession } from './hold-session.ts';
import { assertRequiredFactor } from './required-factor.ts';
import { issueAccessToken, tokenResource } from './issue-access-token.ts';

/** The caller's tokens for programs, without their secrets. @throws Refusal `invalid_cursor` */
export const listAccessTokens = (
  { pool }: Services,
  actor: PersonActor,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AccessToken>> => transaction(pool, actor, (tx) => pageOfAccessTokens(tx, actor.userId, page));

/**
 * Creates a bearer token for a program; it is returned only once. @param sessionId the caller's session: a token that
 * leaked must not make others that outlive its revocation.
 * @throws Refusal `forbidden` for a call by an access token, `proof_required`, `second_factor_setup_required`; InvalidInput for an end in the past.
 */
export function createAccessToken(
  { pool, now }: Services,
  actor: PersonActor,
  sessionId: string,
  { name, expires_at = null }: z.output<typeof createAccessTokenBody>
): Promise<z.output<typeof createdAccessTokenSchema>> {
  if (expires_at !== null && Date.parse(expires_at) <= now().getTime()) {
    throw invalidInput(['body', 'expires_at'], 'in_the_past', 'Choose a time in the future');
  }
  const token = ACCESS_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  return transaction(pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    await assertRequiredFactor(tx, actor.userId, sessionId);
    return { ...(await issueAccessToken(tx, actor, token, { name, purpose: 'api', expiresAt: expires_at })), token };
  });
}

/** Revokes a token, effective immediately. @throws Refusal `not_found`, also for others' tokens */
export const revokeAccessToken = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    await lockAuditChain(tx, null);
    const name = await deleteAccessToken(tx, actor.userId, id);
    if (name === null) throw new Refusal('not_found', 'Access token not found.');
    await appendAudit(tx, actor, null, { action: 'access_token.deleted', resource: tokenResource(id, name) });
  });
