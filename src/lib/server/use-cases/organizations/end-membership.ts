import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { deleteMembership } from '#lib/server/db/memberships.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertKeepsAdmin } from './keep-last-admin.ts';
import { requireMember } from './require-member.ts';
import { requireOrganization } from './require-organization.ts';

/** Ends somebody's membership. @throws Refusal `not_found`, `forbidden`, `last_admin` */
export const removeMember = (
  { pool }: Services,
  actor: PersonActor,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string }
): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    await endMembership(tx, actor, organizationId, userId);
  });

/** Ends the caller's own membership, whatever their role. @throws Refusal `not_found`, `last_admin` */
export const leaveOrganization = ({ pool }: Services, actor: PersonActor, organizationId: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    await endMembership(tx, actor, organizationId, actor.userId);
  });

async function endMembership(tx: Tx, actor: PersonActor, organizationId: string, userId: string): Promise<void> {
  await lockAuditChain(tx, organizationId);
  const { role, user } = await requireMember(tx, organizationId, userId);
  await appendAudit(tx, actor, organizationId, {
    action: 'membership.deleted',
    resource: { type: 'user', id: userId, label: user.full_name },
    changes: { role: { old: role, new: null } }
  });
  await deleteMembership(tx, organizationId, userId);
  if (role === 'admin') await assertKeepsAdmin(tx, organizationId);
}
