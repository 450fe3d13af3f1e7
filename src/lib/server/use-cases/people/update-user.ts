import type { z } from 'zod';
import type { updateUserBody } from '#lib/contracts/accounts.ts';
import type { User } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayGrantRole } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { USER } from '#lib/records/user.ts';
import { endSessionsOf } from '#lib/server/auth/sessions.ts';
import { deleteAccountTokensOf } from '#lib/server/db/account-tokens.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import {
  anySuperadminIsLeft,
  organizationsAdministeredBy,
  saveEmailOfOthers,
  updateUserRow
} from '#lib/server/db/users.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { assertKeepsAdmin } from '#lib/server/use-cases/organizations/keep-last-admin.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';
import { setMemberships } from './set-memberships.ts';

type Change = z.output<typeof updateUserBody>;
const FIELDS = changeableKeys(USER);

/**
 * Changes somebody's account (specification 3.1, 4.2). Activating it verifies it; deactivating it, or changing its
 * address, ends its sessions and access tokens. The instance's audit chain, locked first, queues all who change
 * accounts, so that the guards count what is true.
 * @throws Refusal `not_found`, `forbidden`, `stale`, `email_taken`, `last_superadmin`, `last_admin`
 */
export const updateUser = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  { memberships, ...fields }: Change,
  ifMatch: string | null
): Promise<User> =>
  transaction(pool, actor, async (tx) => {
    const before = await requireManagedUser(tx, actor, id);
    assertFresh(before, ifMatch);
    if (fields.role !== undefined) assertMayGrantRole(actor, fields.role);
    const user = await writeAccount(tx, actor, before, fields);
    if (memberships !== undefined) await setMemberships(tx, actor, user, memberships);
    return user;
  });

/**
 * Locks the instance's chain and reads the account; somebody who was demoted while waiting can no longer change
 * anything.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function requireManagedUser(tx: Tx, actor: PersonActor, id: string): Promise<User> {
  await lockAuditChain(tx, null);
  const user = await requireUser(tx, id);
  assertMayGrantRole(actor, user.role);
  return user;
}

/** Writes the given fields and the audit entry, and does what the new state of the account requires. */
export async function writeAccount(
  tx: Tx,
  actor: PersonActor,
  before: User,
  fields: Omit<Change, 'memberships'>
): Promise<User> {
  const switchedOn = fields.is_active === true ? { is_verified: true } : {};
  const after: User = { ...before, ...switchedOn, ...presentFields(fields) };
  const changes = fieldChanges(before, after, FIELDS);
  if (isUnchanged(changes)) return before;
  const resource = { type: 'user' as const, id: before.id, label: before.full_name };
  await appendAudit(tx, actor, null, { action: 'user.updated', resource, changes });
  const user = await writeRow(tx, actor, before, after);
  if (after.is_verified && !before.is_verified) await deleteAccountTokensOf(tx, user.id, ['verify_email']);
  if (!after.is_active || !after.is_verified) {
    await endSessionsOf(tx, user.id, null);
    await deleteAccountTokensOf(tx, user.id);
  }
  await assertGuardsHold(tx, before, after);
  return user;
}

/**
 * The row itself. An address that another person writes is unproven: nobody who acts on the account through it comes in, whoever is
 * signed in is out, and the address that was confirmed last is told.
 */
async function writeRow(tx: Tx, actor: PersonActor, before: User, after: User): Promise<User> {
  const saved = await updateUserRow(tx, after);
  if (after.email === before.email) return saved;
  if (actor.userId === before.id) {
    throw new Refusal('forbidden', 'Change your own address in your profile, with your password.');
  }
  const user = await saveEmailOfOthers(tx, before.id, after.email);
  await endSessionsOf(tx, user.id, null);
  await deleteAccountTokensOf(tx, user.id);
  const confirmedAddress = before.former_email ?? before.email;
  await enqueue(
    tx,
    'mail_address',
    { user_id: user.id, about: 'address_changed', to: confirmedAddress },
    { maxAttempts: 6 }
  );
  return user;
}

/** @throws Refusal `last_superadmin`, `last_admin` if the account was the last that could act as one */
export async function assertGuardsHold(tx: Tx, before: User, after: User | null): Promise<void> {
  if (before.role === 'superadmin' && !(await anySuperadminIsLeft(tx))) {
    throw new Refusal(
      'last_superadmin',
      'An installation needs at least one super administrator. Make another person a super administrator first.'
    );
  }
  const administers = (user: User | null) => user !== null && user.is_active && user.role !== 'viewer';
  if (!administers(before) || administers(after)) return;
  for (const organizationId of await organizationsAdministeredBy(tx, before.id)) {
    await assertKeepsAdmin(tx, organizationId);
  }
}
