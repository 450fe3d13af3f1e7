import type { Procedure } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findProcedure, pageOfProcedures, type ProcedureFilter } from '#lib/server/db/procedures.ts';
import { reading, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `not_found`, also for a procedure that the caller may not see. */
export async function requireProcedure(tx: Tx, id: string): Promise<Procedure> {
  const procedure = await findProcedure(tx, id);
  if (!procedure) throw new Refusal('not_found', 'Procedure not found.');
  return procedure;
}

/** @throws Refusal `not_found` */
export const getProcedure = ({ pool }: Services, actor: PersonActor, id: string): Promise<Procedure> =>
  reading(pool, actor, (tx) => requireProcedure(tx, id));

/** @throws Refusal `invalid_cursor` */
export const listProcedures = (
  { pool }: Services,
  actor: PersonActor,
  filter: ProcedureFilter
): Promise<Page<Procedure>> => reading(pool, actor, (tx) => pageOfProcedures(tx, filter));
