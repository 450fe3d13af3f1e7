import type { Location } from '#lib/contracts/locations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireLocation } from './require-location.ts';

/** @throws Refusal `not_found` */
export const getLocation = ({ pool }: Services, actor: PersonActor, id: string): Promise<Location> =>
  reading(pool, actor, (tx) => requireLocation(tx, id));
