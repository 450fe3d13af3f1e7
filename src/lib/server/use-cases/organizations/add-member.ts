import type { z } from 'zod';
import type { addMemberBody, Member } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { makeMember } from './make-member.ts';
import { requireMember } from './require-member.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Makes a person a member or an admin of an organization.
 * @throws Refusal `not_found`, `forbidden`, `already_member`; InvalidInput for a person who cannot be one.
 */
export function addMember(
  { pool }: Services,
  actor: PersonActor,
  organizationId: string,
  { user_id: userId, role }: z.output<typeof addMemberBody>
): Promise<Member> {
  return transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    const person = await findUser(tx, userId);
    if (!person?.is_active) throw invalidInput(['body', 'user_id'], 'not_found', 'No active account has this id');
    await appendAudit(tx, actor, organizationId, {
      action: 'membership.created',
      resource: { type: 'user', id: userId, label: person.full_name },
      changes: { role: { old: null, new: role } }
    });
    await makeMember(tx, { organization_id: organizationId, user_id: userId, role });
    return requireMember(tx, organizationId, userId);
  });
}
