import type { Procedure } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireProcedure } from './require-procedure.ts';

/** @throws Refusal `not_found` */
export const getProcedure = ({ pool }: Services, actor: PersonActor, id: string): Promise<Procedure> =>
  reading(pool, actor, (tx) => requireProcedure(tx, id));
