import type { z } from 'zod';
import type { updateMeBody, User } from '#lib/contracts/people.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { USER } from '#lib/records/user.ts';
import { assertUncommon } from '#lib/server/auth/common-passwords.ts';
import { hashInTurn } from '#lib/server/auth/passwords.ts';
import { endSessionsOf } from '#lib/server/auth/sessions.ts';
import { deleteAccountTokensOf } from '#lib/server/db/account-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { renumberNotifications } from '#lib/server/db/notifications.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { savePasswordHash, updateUserRow } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';
import { changeOwnAddress } from './change-own-address.ts';
import { asOneself, checkProofOrAhead } from '#lib/server/use-cases/accounts/as-oneself.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';

type Change = z.output<typeof updateMeBody>;

/**
 * Changes one's own account. A new address or password needs the current password or, with a second factor, a code or a passkey; a new password ends all other sessions
 * and all access tokens, a new address waits for its confirmation (`changeOwnAddress`).
 * @throws Refusal `proof_required`, `invalid_credentials`, `second_factor_required`, `wrong_code`, `code_used`, `passkey_refused`, `email_taken`, `stale`,
 * `too_many_requests`; InvalidInput without a proof, or for a common password.
 */
export async function updateMe(
  services: Services,
  actor: PersonActor,
  sessionId: string,
  { password, current_password, code, passkey, email, ...profile }: Change,
  ifMatch: string | null
): Promise<User> {
  const { pool } = services;
  if (password !== undefined) assertUncommon(password);
  const isSensitive = password !== undefined || email !== undefined;
  const proof = { password: current_password, code, passkey };
  const checked = isSensitive ? await checkProofOrAhead(services, actor, proof, 'current_password') : null;
  const argon2id = password === undefined ? null : await hashInTurn(password);
  // Read by the system: people may not read the mail settings.
  const mailIsOn = email !== undefined && (await transaction(pool, SYSTEM, isMailOn));
  const change = async (tx: Tx) => {
    await lockAuditChain(tx, null);
    const before = await requireUser(tx, actor.userId);
    assertFresh(before, ifMatch);
    if (argon2id !== null) await changePassword(tx, actor, sessionId, argon2id);
    const saved = await saveProfile(tx, actor, before, { ...before, ...presentFields(profile) });
    return email === undefined ? saved : changeOwnAddress(tx, actor, saved, email, mailIsOn);
  };
  return checked === null ? transaction(pool, actor, change) : asOneself(services, actor, checked, change);
}

async function saveProfile(tx: Tx, actor: PersonActor, before: User, after: User): Promise<User> {
  const changes = fieldChanges(before, after, changeableKeys(USER));
  if (isUnchanged(changes)) return before;
  await appendAudit(tx, actor, null, { action: 'user.updated', resource: self(actor), changes });
  const saved = await updateUserRow(tx, after);
  if (saved.language !== before.language) await renumberNotifications(tx);
  return saved;
}

async function changePassword(tx: Tx, actor: PersonActor, sessionId: string, argon2id: string): Promise<void> {
  await appendAudit(tx, actor, null, { action: 'user.password_changed', resource: self(actor) });
  await savePasswordHash(tx, actor.userId, argon2id);
  await deleteAccountTokensOf(tx, actor.userId, ['reset_password']);
  await endSessionsOf(tx, actor.userId, sessionId);
}

const self = (actor: PersonActor) => ({ type: 'user' as const, id: actor.userId, label: actor.fullName });
