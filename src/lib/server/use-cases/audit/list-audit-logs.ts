import type { AuditEntry } from '#lib/contracts/audit.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { assertMay, may } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { pageOfAudit, type AuditFilter, type AuditScope } from '#lib/server/db/audit-log.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { instantsOf } from './instants-of.ts';

type Query = Omit<AuditFilter, 'from' | 'until'> & {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/**
 * The history that the caller may read: everything for a superadmin, else that of organizations that they manage or, as an admin,
 * belong to, and for an admin that of the installation.
 * @throws Refusal `not_found`, `forbidden`, `invalid_cursor`
 */
export const listAuditLogs = (
  { pool }: Services,
  actor: PersonActor,
  { from, to, ...filter }: Query
): Promise<Page<AuditEntry>> =>
  reading(pool, actor, async (tx) => {
    if (filter.organization_id !== undefined) {
      await assertOrganizationVisible(tx, filter.organization_id);
      assertMay(actor, 'history.read', filter.organization_id);
    }
    return pageOfAudit(tx, scopeOf(actor), { ...filter, ...instantsOf({ from, to }) });
  });

/** @throws Refusal `forbidden` if it is nothing. */
export function scopeOf(actor: PersonActor): AuditScope {
  if (actor.role === 'superadmin') return 'everything';
  const organizations = [...actor.memberships.keys()].filter((id) => may(actor, 'history.read', id));
  const instance = may(actor, 'instance_history.read');
  if (!instance && organizations.length === 0) {
    throw new Refusal('forbidden', 'Only administrators can read the audit log.');
  }
  return { organizations, instance };
}
