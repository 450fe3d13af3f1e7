import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { isStillReferenced } from '#lib/server/db/is-still-referenced.ts';
import { deleteProcedureRow, isProcedureInUse } from '#lib/server/db/procedures.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireProcedure } from './read-procedures.ts';

/**
 * Deletes a procedure that no asset has and no calibration has followed, with its revisions.
 * @throws Refusal `not_found`, `forbidden`, `in_use`
 */
export function deleteProcedure({ pool }: Services, actor: PersonActor, id: string): Promise<void> {
  return transaction(pool, actor, async (tx) => {
    const { organization_id: organizationId, code } = await requireProcedure(tx, id);
    assertMayEditRecordsOf(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    if (await isProcedureInUse(tx, id)) throw inUse();
    await appendAudit(tx, actor, organizationId, {
      action: 'procedure.deleted',
      resource: { type: 'procedure', id, label: code }
    });
    // The database also finds uses that the caller cannot see or that are being recorded.
    await deleteProcedureRow(tx, id).catch((thrown: unknown) => {
      throw isStillReferenced(thrown) ? inUse() : thrown;
    });
  });
}

const inUse = () => new Refusal('in_use', 'This procedure is in use. Retire it instead.');
