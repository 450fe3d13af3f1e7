import type { User } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { assertUncommon } from '#lib/server/auth/common-passwords.ts';
import { hashPassword } from '#lib/server/auth/passwords.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { deleteSecondFactor, hasSecondFactor } from '#lib/server/db/second-factors.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { findUserByEmail, letInByConsole } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { reportChange } from './report-second-factor.ts';
import { replacePassword } from './replace-password.ts';

/**
 * Sets somebody's password from the server's console, for when mail cannot be sent, also for the only superadmin. It is
 * not an operation of the API, because an admin must not be able to act as another person. All sessions and access
 * tokens end. A second factor is kept, unless its loss is the reason. The password works also where people sign in with an identity
 * provider only: who has the console must be able to let somebody in when the provider is away or set up wrongly.
 * @returns the person's name, and what became of the second factor.
 * @throws Refusal `not_found` (no account with this address), InvalidInput `password_common`.
 */
export async function setPassword(
  { pool }: Pick<Services, 'pool'>,
  {
    email,
    new_password,
    removeSecondFactor = false
  }: { readonly email: string; readonly new_password: string; readonly removeSecondFactor?: boolean }
): Promise<{ readonly name: string; readonly secondFactor: 'none' | 'kept' | 'removed' }> {
  assertUncommon(new_password, 'new_password');
  const argon2id = await hashPassword(new_password);
  return transaction(pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    const user = await findUserByEmail(tx, email);
    if (user === null) throw new Refusal('not_found', `No account has the address ${email}.`);
    await appendAudit(tx, SYSTEM, null, {
      action: 'user.password_reset',
      resource: { type: 'user', id: user.id, label: user.full_name }
    });
    await replacePassword(tx, user.id, argon2id);
    await letInByConsole(tx, user.id);
    const secondFactor = await settleSecondFactor(tx, user, removeSecondFactor);
    return { name: user.full_name, secondFactor };
  });
}

async function settleSecondFactor(tx: Tx, user: User, remove: boolean): Promise<'none' | 'kept' | 'removed'> {
  if (!(await hasSecondFactor(tx, user.id))) return 'none';
  if (!remove) return 'kept';
  await deleteSecondFactor(tx, user.id);
  await reportChange(tx, SYSTEM, user, 'removed');
  return 'removed';
}
