import type { z } from 'zod';
import type { changeMemberBody, Member } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { updateMayRelease, updateMembershipRole } from '#lib/server/db/memberships.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertKeepsAdmin } from './keep-last-admin.ts';
import { requireMember } from './require-member.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Promotes or demotes a member, or gives or takes the right to release certificates; absent fields stay.
 * @throws Refusal `not_found`, `forbidden`, `last_admin`
 */
export function changeMember(
  { pool }: Services,
  actor: PersonActor,
  membership: { readonly organizationId: string; readonly userId: string },
  body: z.output<typeof changeMemberBody>
): Promise<Member> {
  const { organizationId, userId } = membership;
  return transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    const before = await requireMember(tx, organizationId, userId);
    const after = { ...before, ...presentFields(body) };
    const changes = fieldChanges(before, after, ['role', 'may_release']);
    if (isUnchanged(changes)) return before;
    await appendAudit(tx, actor, organizationId, {
      action: 'membership.updated',
      resource: { type: 'user', id: userId, label: before.user.full_name },
      changes
    });
    const row = { organization_id: organizationId, user_id: userId, role: after.role };
    if (changes['role']) await updateMembershipRole(tx, row);
    if (changes['may_release']) await updateMayRelease(tx, row, after.may_release);
    if (before.role === 'admin') await assertKeepsAdmin(tx, organizationId);
    return after;
  });
}
