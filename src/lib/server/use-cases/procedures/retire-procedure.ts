import type { Procedure } from '#lib/contracts/procedures.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { updateProcedureRow } from '#lib/server/db/procedures.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireProcedure } from './read-procedures.ts';

/**
 * Takes a procedure out of use: assets that have it keep it until somebody gives them another one, and no other asset
 * can get it. Repeating it has no effect.
 * @throws Refusal `not_found`, `forbidden`
 */
export const retireProcedure = (services: Services, actor: PersonActor, id: string): Promise<Procedure> =>
  setRetired(services, actor, id, true);

/** @throws Refusal `not_found`, `forbidden` */
export const restoreProcedure = (services: Services, actor: PersonActor, id: string): Promise<Procedure> =>
  setRetired(services, actor, id, false);

function setRetired({ pool }: Services, actor: PersonActor, id: string, retired: boolean): Promise<Procedure> {
  return transaction(pool, actor, async (tx) => {
    const { organization_id: organizationId } = await requireProcedure(tx, id);
    assertMayEditRecordsOf(actor, organizationId);
    const { at } = await lockAuditChain(tx, organizationId);
    const before = await requireProcedure(tx, id);
    if ((before.retired_at !== null) === retired) return before;
    await appendAudit(tx, actor, organizationId, {
      action: retired ? 'procedure.retired' : 'procedure.restored',
      resource: { type: 'procedure', id, label: before.code }
    });
    return updateProcedureRow(tx, { ...before, retired_at: retired ? at : null });
  });
}
