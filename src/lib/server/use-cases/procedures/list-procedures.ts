import type { Procedure } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { pageOfProcedures, type ProcedureFilter } from '#lib/server/db/procedures.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `invalid_cursor` */
export const listProcedures = (
  { pool }: Services,
  actor: PersonActor,
  filter: ProcedureFilter
): Promise<Page<Procedure>> => reading(pool, actor, (tx) => pageOfProcedures(tx, filter));
