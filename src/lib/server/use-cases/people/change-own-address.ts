import type { User } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { deleteAccountTokensOf } from '#lib/server/db/account-tokens.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findUserByEmail, saveConfirmedEmail, savePendingEmail } from '#lib/server/db/users.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { confirmAddress } from '#lib/server/use-cases/accounts/confirm-email.ts';

const TRIES = { maxAttempts: 6 };

/**
 * Changes one's own address; call it only after the caller has proven to own the account. With mail on it takes effect
 * when the link mailed there is followed, and the old address is notified; with mail off it takes effect at once.
 * Entering the current address again confirms it and cancels a pending change.
 * @throws Refusal `email_taken`
 */
export async function changeOwnAddress(
  tx: Tx,
  actor: PersonActor,
  before: User,
  email: string,
  isMailOn: boolean
): Promise<User> {
  if (email === before.email) {
    if (before.former_email !== null) return confirmAddress(tx, actor, before, email);
    if (before.pending_email === null) return before;
    await deleteAccountTokensOf(tx, actor.userId, ['confirm_email']);
    await record(tx, actor, { pending_email: { old: before.pending_email, new: null } });
    return saveConfirmedEmail(tx, actor.userId, email);
  }
  if (!isMailOn) {
    await record(tx, actor, { email: { old: before.email, new: email } });
    return saveConfirmedEmail(tx, actor.userId, email);
  }
  if ((await findUserByEmail(tx, email)) !== null) {
    throw new Refusal('email_taken', 'An account with this address already exists.');
  }
  await deleteAccountTokensOf(tx, actor.userId, ['confirm_email']);
  await record(tx, actor, { pending_email: { old: before.pending_email, new: email } });
  const confirmedAddress = before.former_email ?? before.email;
  await enqueueAll(tx, [
    {
      name: 'mail_address',
      payload: { user_id: actor.userId, about: 'confirm_email', to: email },
      options: TRIES
    },
    {
      name: 'mail_address',
      payload: { user_id: actor.userId, about: 'address_wanted', to: confirmedAddress },
      options: TRIES
    }
  ]);
  return savePendingEmail(tx, actor.userId, email);
}

const record = (tx: Tx, actor: PersonActor, changes: Record<string, { old: string | null; new: string | null }>) =>
  appendAudit(tx, actor, null, {
    action: 'user.updated',
    resource: { type: 'user', id: actor.userId, label: actor.fullName },
    changes
  });
