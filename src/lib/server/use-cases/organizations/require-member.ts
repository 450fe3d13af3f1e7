import type { Member } from '#lib/contracts/organizations.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findMember } from '#lib/server/db/memberships.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** A member with address, for those who manage the organization. @throws Refusal `not_found` */
export async function requireMember(tx: Tx, organizationId: string, userId: string): Promise<Member> {
  const member = await findMember(tx, organizationId, userId, true);
  if (!member) throw new Refusal('not_found', 'This person is not a member.');
  return member;
}
