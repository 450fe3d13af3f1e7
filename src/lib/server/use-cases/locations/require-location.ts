import type { Location } from '#lib/contracts/locations.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findLocation } from '#lib/server/db/locations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** @throws Refusal `not_found`, also for a location that the caller may not see. */
export async function requireLocation(tx: Tx, id: string): Promise<Location> {
  const location = await findLocation(tx, id);
  if (!location) throw new Refusal('not_found', 'Location not found.');
  return location;
}
