import { Refusal } from '#lib/laboratory/refusal.ts';
import { organizationKeepsAdmin } from '#lib/server/db/memberships.ts';
import { isOrganizationVisible } from '#lib/server/db/organizations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * Stops a transaction that has taken an active organization its last admin: an active one who is no viewer. Call it AFTER the
 * write (membership ended or demoted, account deactivated, global role to viewer); the row's lock makes such writers queue.
 * @throws Refusal `last_admin`, which names the organization to those alone who may know its roster.
 */
export async function assertKeepsAdmin(tx: Tx, organizationId: string): Promise<void> {
  if (await organizationKeepsAdmin(tx, organizationId)) return;
  throw new Refusal(
    'last_admin',
    'An organization needs an admin. Promote another member first, or deactivate the organization.',
    (await isOrganizationVisible(tx, organizationId)) ? { organization_id: organizationId } : undefined
  );
}
