import { invalidInput } from '#lib/laboratory/refusal.ts';
import { findLocation } from '#lib/server/db/locations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * A record may have a location of its own organization or one that belongs to all: any other would reveal a foreign
 * place to its readers. A location that the caller may not see is answered like one that does not exist.
 * @param loc the path of the id in the request.
 * @throws InvalidInput `not_found`
 */
export async function assertLocationUsable(
  tx: Tx,
  id: string,
  organizationId: string | null,
  loc: readonly string[]
): Promise<void> {
  const location = await findLocation(tx, id);
  if (location && (location.organization_id === null || location.organization_id === organizationId)) return;
  throw invalidInput(loc, 'not_found', 'Location not found in this organization');
}
