import type { z } from 'zod';
import type { Procedure, updateProcedureBody } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { updateProcedureRow } from '#lib/server/db/procedures.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireProcedure } from './read-procedures.ts';

const CONTENT = changeableKeys(PROCEDURE);

/**
 * Changes the fields in the body; omitted ones are unchanged. A change of the procedure's content creates its next
 * revision, which is valid from today unless another day is given; earlier ones are kept.
 * @throws Refusal `not_found`, `forbidden`, `stale`, `procedure_code_taken`
 */
export function updateProcedure(
  { pool, today }: Services,
  actor: PersonActor,
  id: string,
  body: z.output<typeof updateProcedureBody>,
  ifMatch: string | null
): Promise<Procedure> {
  return transaction(pool, actor, async (tx) => {
    const { organization_id: organizationId } = await requireProcedure(tx, id);
    assertMayEditRecordsOf(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    const before = await requireProcedure(tx, id);
    assertFresh(before, ifMatch);
    const said = { ...before, ...presentFields(body) };
    if (isUnchanged(fieldChanges(before, said, CONTENT))) return before;
    const after: Procedure = {
      ...said,
      effective_from: body.effective_from ?? today(),
      revision: before.revision + 1
    };
    await appendAudit(tx, actor, organizationId, {
      action: 'procedure.updated',
      resource: { type: 'procedure', id, label: after.code },
      changes: fieldChanges(before, after, ['revision', ...CONTENT])
    });
    return updateProcedureRow(tx, after);
  });
}
