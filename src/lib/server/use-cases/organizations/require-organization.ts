import { Refusal } from '#lib/laboratory/refusal.ts';
import { findOrganization, type StoredOrganization } from '#lib/server/db/organizations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** @throws Refusal `not_found`, also where the caller may know no more than the name. */
export async function requireOrganization(tx: Tx, id: string): Promise<StoredOrganization> {
  const organization = await findOrganization(tx, id);
  if (!organization) throw new Refusal('not_found', 'Organization not found, or it is private.');
  return organization;
}
