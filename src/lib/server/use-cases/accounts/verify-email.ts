import type { z } from 'zod';
import type { tokenSchema } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { mailedTokenHash } from '#lib/server/auth/mailed-tokens.ts';
import { takeAccountToken } from '#lib/server/db/account-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findPasswordHash, updateUserRow } from '#lib/server/db/users.ts';
import { actorOf } from './actor-of.ts';
import { requireUser } from './require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';
import { letIn, tokenOf } from './let-in.ts';

export const invalidToken = (): Refusal =>
  new Refusal('invalid_token', 'This link has been used, has expired or is incomplete. Request a new one.');

/**
 * Verifies an address by the token mailed to it, and signs in (specification 3.1).
 * @throws Refusal `invalid_token`; `second_factor_required` and `oidc_only`, with the address verified
 */
export async function verifyEmail(
  services: Services,
  client: Client,
  token: string
): Promise<z.output<typeof tokenSchema>> {
  const outcome = await transaction(services.pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    const userId = await takeAccountToken(tx, 'verify_email', mailedTokenHash(token), services.now());
    if (userId === null) throw invalidToken();
    const user = await requireUser(tx, userId);
    await appendAudit(tx, actorOf(user, client.requestId), null, {
      action: 'user.verified',
      resource: { type: 'user', id: userId, label: user.full_name },
      changes: { is_verified: { old: user.is_verified, new: true } }
    });
    await updateUserRow(tx, { ...user, is_verified: true });
    const account = { id: userId, argon2id: await findPasswordHash(tx, userId) };
    return letIn(tx, services, client, account, { kind: 'remembered', methods: ['mailed_link'] });
  });
  return tokenOf(outcome);
}
