import type { Location } from '#lib/contracts/locations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findLocation, type LocationFilter, pageOfLocations } from '#lib/server/db/locations.ts';
import { reading, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `not_found`, also for a location that the caller may not see. */
export async function requireLocation(tx: Tx, id: string): Promise<Location> {
  const location = await findLocation(tx, id);
  if (!location) throw new Refusal('not_found', 'Location not found.');
  return location;
}

/** @throws Refusal `not_found` */
export const getLocation = ({ pool }: Services, actor: PersonActor, id: string): Promise<Location> =>
  reading(pool, actor, (tx) => requireLocation(tx, id));

/** @throws Refusal `invalid_cursor` */
export const listLocations = (
  { pool }: Services,
  actor: PersonActor,
  filter: LocationFilter
): Promise<Page<Location>> => reading(pool, actor, (tx) => pageOfLocations(tx, filter));
