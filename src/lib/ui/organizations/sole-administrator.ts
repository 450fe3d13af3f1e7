import type { Member } from '#lib/contracts/organizations.ts';

type Known = Pick<Member, 'role'> & { readonly user: Pick<Member['user'], 'id' | 'role'> };

/**
 * Who alone manages an organization and therefore can neither leave, be removed nor step down (specification 3.4); null where
 * several do, or nobody. A viewer manages nothing, whatever the role there.
 */
export function soleAdministrator(members: readonly Known[]): string | null {
  const able = members.filter(({ role, user }) => role === 'admin' && user.role !== 'viewer');
  return able.length === 1 ? (able[0]?.user.id ?? null) : null;
}
