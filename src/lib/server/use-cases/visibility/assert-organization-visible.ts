import { Refusal } from '#lib/laboratory/refusal.ts';
import { isOrganizationVisible } from '../../db/organizations.ts';
import type { Tx } from '../../db/transaction.ts';

/**
 * Stops where the caller may not know the organization's records: a private one of others, a deactivated one, none at all.
 * `null`, which stands for all organizations, is visible to everybody.
 * @throws Refusal `not_found`
 */
export async function assertOrganizationVisible(tx: Tx, organizationId: string | null): Promise<void> {
  if (organizationId !== null && !(await isOrganizationVisible(tx, organizationId))) {
    throw new Refusal('not_found', 'Organization not found, or it is private.');
  }
}
