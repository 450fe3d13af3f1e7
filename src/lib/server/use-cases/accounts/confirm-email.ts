import type { z } from 'zod';
import type { confirmedEmailSchema } from '#lib/contracts/accounts.ts';
import type { User } from '#lib/contracts/people.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { mailedTokenHash } from '#lib/server/auth/mailed-tokens.ts';
import { deleteAccountTokensOf, takeConfirmation } from '#lib/server/db/account-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { saveConfirmedEmail } from '#lib/server/db/users.ts';
import { actorOf } from './actor-of.ts';
import { requireUser } from './require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';
import { invalidToken } from './verify-email.ts';

/**
 * Confirms an address by a mailed token: one that the person requested, or one that somebody else entered. Nobody is
 * signed in: the reader of a mailbox is not necessarily the owner of the account. @throws Refusal `invalid_token`;
 * `email_taken` if another account has taken the address meanwhile
 */
export const confirmEmail = (
  { pool, now }: Services,
  client: Client,
  token: string
): Promise<z.output<typeof confirmedEmailSchema>> =>
  transaction(pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    const taken = await takeConfirmation(tx, mailedTokenHash(token), now());
    if (taken === null) throw invalidToken();
    const user = await requireUser(tx, taken.user_id);
    const { email } = await confirmAddress(tx, actorOf(user, client.requestId), user, taken.email);
    return { email };
  });

/** Stores a confirmed address. Links mailed before become invalid. @throws Refusal `email_taken` */
export async function confirmAddress(tx: Tx, actor: PersonActor, user: User, email: string): Promise<User> {
  await appendAudit(tx, actor, null, {
    action: 'user.email_confirmed',
    resource: { type: 'user', id: user.id, label: user.full_name },
    changes: { email: { old: user.former_email ?? user.email, new: email } }
  });
  await deleteAccountTokensOf(tx, user.id, ['reset_password', 'confirm_email']);
  return saveConfirmedEmail(tx, user.id, email);
}
