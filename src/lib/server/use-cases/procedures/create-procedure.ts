import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createProcedureBody, Procedure } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { initialValues } from '#lib/records/field.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { insertProcedure } from '#lib/server/db/procedures.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Adds a procedure to an organization, or, by an admin, to all of them: its revision 1.
 * @throws Refusal `not_found` for an organization that the caller may not see, `forbidden`, `procedure_code_taken`
 */
export function createProcedure(
  { pool, today }: Services,
  actor: PersonActor,
  body: z.output<typeof createProcedureBody>
): Promise<Procedure> {
  const organizationId = body.organization_id ?? null;
  return transaction(pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    assertMayEditRecordsOf(actor, organizationId);
    const id = uuidv7();
    await appendAudit(tx, actor, organizationId, {
      action: 'procedure.created',
      resource: { type: 'procedure', id, label: body.code }
    });
    return insertProcedure(tx, {
      ...initialValues(PROCEDURE),
      effective_from: today(),
      ...presentFields(body),
      id,
      organization_id: organizationId
    });
  });
}
