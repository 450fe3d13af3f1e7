import { v7 as uuidv7 } from 'uuid';
import type { User } from '#lib/contracts/people.ts';
import type { OrganizationRole } from '#lib/contracts/primitives.ts';
import { DEMONSTRATION_MANAGER, DEMONSTRATION_STAFF } from '#lib/demonstration/staff.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { appendAudits } from '#lib/server/db/audit.ts';
import { insertMembership } from '#lib/server/db/memberships.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { insertUser, updateUserRow } from '#lib/server/db/users.ts';
import { actorOf } from '#lib/server/use-cases/accounts/actor-of.ts';
import { DEMONSTRATION_WORDS } from './demonstration-words.ts';

/** The ending of their addresses: a domain that can have no mail (RFC 2606), and what tells this demonstration from an earlier one. */
export const staffAddressEnding = (organizationId: string): string => `.${organizationId}@demonstration.invalid`;

export type Staff = { readonly people: readonly User[]; readonly actors: ReadonlyMap<string, PersonActor> };

/**
 * The people of the demonstration. Nobody can sign in as one of them: they have no password, their addresses receive no mail, so that none
 * can be set by it, and they are deactivated before anybody sees them (`deactivateStaff`).
 */
export async function employStaff(tx: Tx, founder: PersonActor, organizationId: string): Promise<Staff> {
  const people: User[] = [];
  const actors = new Map<string, PersonActor>();
  const { person: mark } = DEMONSTRATION_WORDS[founder.language];
  for (const { name, full_name, role } of [DEMONSTRATION_MANAGER, ...DEMONSTRATION_STAFF]) {
    const user = await insertUser(tx, {
      id: uuidv7(),
      email: `${name}${staffAddressEnding(organizationId)}`,
      full_name: `${full_name} (${mark})`,
      role,
      is_active: true,
      is_verified: true,
      language: founder.language,
      profile_picture_id: null
    });
    const membership: OrganizationRole = name === DEMONSTRATION_MANAGER.name ? 'admin' : 'member';
    await insertMembership(tx, { organization_id: organizationId, user_id: user.id, role: membership });
    people.push(user);
    actors.set(name, { ...actorOf(user, null), memberships: new Map([[organizationId, membership]]) });
  }
  return { people, actors };
}

/** Deactivates them, and records their accounts: at the end, because others wait behind the audit log of the installation. */
export const deactivateStaff = (tx: Tx, founder: PersonActor, people: readonly User[]): Promise<void> =>
  transaction(tx, SYSTEM, async (within) => {
    const events = people.map(({ id, full_name }) => ({
      action: 'user.created' as const,
      resource: { type: 'user' as const, id, label: full_name }
    }));
    await appendAudits(within, founder, null, events);
    for (const { email: _kept, ...user } of people) await updateUserRow(within, { ...user, is_active: false });
  });
