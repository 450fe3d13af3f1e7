import { invalidInput } from '#lib/laboratory/refusal.ts';
import { findProcedure } from '#lib/server/db/procedures.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/**
 * An asset may get a procedure of its own organization or one that belongs to all, unless it is retired. One that the
 * caller may not see is answered like one that does not exist.
 * @throws InvalidInput `not_found`, `procedure_retired`
 */
export async function assertProcedureUsable(
  tx: Tx,
  id: string,
  organizationId: string,
  loc: readonly string[]
): Promise<void> {
  const procedure = await findProcedure(tx, id);
  if (procedure === null || (procedure.organization_id !== null && procedure.organization_id !== organizationId)) {
    throw invalidInput(loc, 'not_found', 'Procedure not found in this organization');
  }
  if (procedure.retired_at !== null) {
    throw invalidInput(loc, 'procedure_retired', 'This procedure is retired: choose another one, or restore it');
  }
}
