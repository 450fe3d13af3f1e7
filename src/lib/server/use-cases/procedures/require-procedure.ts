import type { Procedure } from '#lib/contracts/procedures.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findProcedure } from '#lib/server/db/procedures.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** @throws Refusal `not_found`, also for a procedure that the caller may not see. */
export async function requireProcedure(tx: Tx, id: string): Promise<Procedure> {
  const procedure = await findProcedure(tx, id);
  if (!procedure) throw new Refusal('not_found', 'Procedure not found.');
  return procedure;
}
