import type { z } from 'zod';
import type { resetPasswordBody } from '#lib/contracts/accounts.ts';
import type { tokenSchema } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { assertUncommon } from '#lib/server/auth/common-passwords.ts';
import { mailedTokenHash } from '#lib/server/auth/mailed-tokens.ts';
import { hashInTurn } from '#lib/server/auth/passwords.ts';
import { isLiveAccountToken, takeAccountToken } from '#lib/server/db/account-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { updateUserRow } from '#lib/server/db/users.ts';
import { actorOf } from './actor-of.ts';
import { requireUser } from './require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';
import { letIn, tokenOf } from './let-in.ts';
import { replacePassword } from './replace-password.ts';
import { invalidToken } from './verify-email.ts';

/**
 * Sets a new password by a mailed token and signs in (specification 3.2). Reading the mail proves the address, so it is
 * verified, too; all earlier sessions and access tokens end.
 * A second factor remains: reading a person's mail must not be enough. Where people sign in with the identity provider only, the password
 * proves that an identity may be linked with the account.
 * @throws Refusal `invalid_token`; `second_factor_required` and `oidc_only`, with the password set; InvalidInput `password_common`, which leaves the token alive.
 */
export async function resetPassword(
  services: Services,
  client: Client,
  { token, new_password }: z.output<typeof resetPasswordBody>
): Promise<z.output<typeof tokenSchema>> {
  const { pool, now } = services;
  const hash = mailedTokenHash(token);
  assertUncommon(new_password, 'new_password');
  // Hashing is expensive: it is done only with a valid token, and before the transaction.
  if (!(await transaction(pool, SYSTEM, (tx) => isLiveAccountToken(tx, 'reset_password', hash, now())))) {
    throw invalidToken();
  }
  const argon2id = await hashInTurn(new_password);
  const outcome = await transaction(pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    const userId = await takeAccountToken(tx, 'reset_password', hash, now());
    if (userId === null) throw invalidToken();
    const user = await requireUser(tx, userId);
    await appendAudit(tx, actorOf(user, client.requestId), null, {
      action: 'user.password_reset',
      resource: { type: 'user', id: userId, label: user.full_name },
      ...(!user.is_verified && { changes: { is_verified: { old: false, new: true } } })
    });
    if (!user.is_verified) await updateUserRow(tx, { ...user, is_verified: true });
    await replacePassword(tx, userId, argon2id);
    return letIn(tx, services, client, { id: userId, argon2id }, { kind: 'remembered', methods: ['mailed_link'] });
  });
  return tokenOf(outcome);
}
