import type { User } from '#lib/contracts/people.ts';
import type { OrganizationRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization, mayManageOrganization } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { deleteMembership, membershipsOf, updateMembershipRole } from '#lib/server/db/memberships.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { assertKeepsAdmin } from '#lib/server/use-cases/organizations/keep-last-admin.ts';
import { makeMember } from '#lib/server/use-cases/organizations/make-member.ts';
import { requireOrganization } from '#lib/server/use-cases/organizations/require-organization.ts';

type Wanted = readonly { readonly organization_id: string; readonly role: OrganizationRole }[];

/**
 * Sets a person's memberships in the organizations that the actor administers (a superadmin: all); the others are
 * unchanged. @throws Refusal `forbidden` if one of the others would have to change, `not_found`, `last_admin`
 */
export async function setMemberships(tx: Tx, actor: PersonActor, person: User, wanted: Wanted): Promise<void> {
  const has = new Map(
    (await membershipsOf(tx, person.id)).map((membership) => [membership.organization_id, membership.role])
  );
  const wants = new Map(wanted.map((membership) => [membership.organization_id, membership.role]));
  // Always in the same order, so that concurrent changes do not deadlock.
  for (const organizationId of [...new Set([...has.keys(), ...wants.keys()])].sort()) {
    const [old, next] = [has.get(organizationId) ?? null, wants.get(organizationId) ?? null];
    if (old === next || (next === null && !mayManageOrganization(actor, organizationId))) continue;
    assertMayManageOrganization(actor, organizationId);
    await requireOrganization(tx, organizationId);
    await setMembership(tx, actor, person, { organizationId, old, next });
  }
}

type Step = {
  readonly organizationId: string;
  readonly old: OrganizationRole | null;
  readonly next: OrganizationRole | null;
};

async function setMembership(tx: Tx, actor: PersonActor, person: User, step: Step): Promise<void> {
  const { organizationId, old, next } = step;
  await lockAuditChain(tx, organizationId);
  const verb = old === null ? 'created' : next === null ? 'deleted' : 'updated';
  await appendAudit(tx, actor, organizationId, {
    action: `membership.${verb}`,
    resource: { type: 'user', id: person.id, label: person.full_name },
    changes: { role: { old, new: next } }
  });
  const role = next ?? 'member';
  const membership = { organization_id: organizationId, user_id: person.id, role };
  if (next === null) await deleteMembership(tx, organizationId, person.id);
  else if (old === null) await makeMember(tx, membership);
  else await updateMembershipRole(tx, membership);
  if (old === 'admin') await assertKeepsAdmin(tx, organizationId);
}
