import type { Location } from '#lib/contracts/locations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { pageOfLocations, type LocationFilter } from '#lib/server/db/locations.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `invalid_cursor` */
export const listLocations = (
  { pool }: Services,
  actor: PersonActor,
  filter: LocationFilter
): Promise<Page<Location>> => reading(pool, actor, (tx) => pageOfLocations(tx, filter));
