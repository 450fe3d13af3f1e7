import { Refusal } from '#lib/laboratory/refusal.ts';
import { organizationKeepsAdmin } from '#lib/server/db/memberships.ts';
import { isOrganizationVisible } from '#lib/server/db/organizations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * Stops a transaction that has removed the last admin of an active organization: an active one who is not a viewer.
 * Call it AFTER the write (membership ended or demoted, account deactivated, global role to viewer); the row's lock
 * serialises such writers. @throws Refusal `last_admin`, which names the organization only to people who may see its
 * members.
 */
export async function assertKeepsAdmin(tx: Tx, organizationId: string): Promise<void> {
  if (await organizationKeepsAdmin(tx, organizationId)) return;
  throw new Refusal(
    'last_admin',
    'An organization needs at least one administrator. Make another member an administrator first, or deactivate the organization.',
    (await isOrganizationVisible(tx, organizationId)) ? { organization_id: organizationId } : undefined
  );
}
