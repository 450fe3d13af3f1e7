import type { Organization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay, type Permission } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { organizationAsSeenBy, setOrganizationActive } from '#lib/server/db/organizations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Hides an organization from everyone but superadmins, with all that belongs to it (specification 3.3). Deactivating a
 * deactivated one changes nothing. @throws Refusal `not_found`, `forbidden`
 */
export async function deactivateOrganization(services: Services, actor: PersonActor, id: string): Promise<void> {
  await setActive(services, actor, id, false);
}

/** Brings it back as it was: its memberships never ended. @throws Refusal `not_found`, `forbidden` */
export const restoreOrganization = (services: Services, actor: PersonActor, id: string): Promise<Organization> =>
  setActive(services, actor, id, true);

const PERMISSION = { true: 'organization.restore', false: 'organization.manage' } as const satisfies Record<
  string,
  Permission
>;

function setActive({ pool }: Services, actor: PersonActor, id: string, active: boolean): Promise<Organization> {
  return transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, id);
    assertMay(actor, PERMISSION[`${active}`], id);
    await lockAuditChain(tx, id);
    const before = await requireOrganization(tx, id);
    if (before.is_active === active) return organizationAsSeenBy(actor, before);
    await appendAudit(tx, actor, id, {
      action: active ? 'organization.restored' : 'organization.deactivated',
      resource: { type: 'organization', id, label: before.name },
      changes: { is_active: { old: before.is_active, new: active } }
    });
    await setOrganizationActive(tx, id, active);
    return organizationAsSeenBy(actor, { ...before, is_active: active });
  });
}
