import type { Member } from '#lib/contracts/organizations.ts';
import type { OrganizationRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { updateMembershipRole } from '#lib/server/db/memberships.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertKeepsAdmin } from './keep-last-admin.ts';
import { requireMember } from './require-member.ts';
import { requireOrganization } from './require-organization.ts';

/** Promotes or demotes a member. @throws Refusal `not_found`, `forbidden`, `last_admin` */
export function changeMember(
  { pool }: Services,
  actor: PersonActor,
  membership: { readonly organizationId: string; readonly userId: string },
  role: OrganizationRole
): Promise<Member> {
  const { organizationId, userId } = membership;
  return transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    const before = await requireMember(tx, organizationId, userId);
    if (before.role === role) return before;
    await appendAudit(tx, actor, organizationId, {
      action: 'membership.updated',
      resource: { type: 'user', id: userId, label: before.user.full_name },
      changes: { role: { old: before.role, new: role } }
    });
    await updateMembershipRole(tx, { organization_id: organizationId, user_id: userId, role });
    if (before.role === 'admin') await assertKeepsAdmin(tx, organizationId);
    return { ...before, role };
  });
}
