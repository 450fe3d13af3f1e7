import type { DecideRecallBody, Recall } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudits, lockAuditChain } from '#lib/server/db/audit.ts';
import { findLines, writeDecisions } from '#lib/server/db/recall-lines.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireRecall } from './get-recall.ts';

/**
 * Decides about calibrations of a recall, all or none. Each decision is kept beside those before it, and is in the history of the
 * calibration's organization, whose people alone decide.
 * @throws Refusal `not_found`, `forbidden`, `recall_running`; InvalidInput `calibration_ids`
 */
export const decideRecall = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  body: DecideRecallBody
): Promise<Recall> =>
  transaction(pool, actor, async (tx) => {
    await requireRecall(tx, id);
    const ids = [...new Set(body.calibration_ids)];
    const organizations = [...new Set((await findLines(tx, id, ids)).map((line) => line.organization_id))].sort();
    for (const organizationId of organizations) {
      assertMay(actor, 'recalls.manage', organizationId);
      await lockAuditChain(tx, organizationId);
    }
    // As the one before, for whom this waited, has left them.
    if ((await requireRecall(tx, id)).state === 'running') {
      throw new Refusal(
        'recall_running',
        'This recall is still being computed. Wait until it is complete, then decide.'
      );
    }
    const lines = await findLines(tx, id, ids);
    // Meanwhile others may have become visible.
    for (const line of lines) assertMay(actor, 'recalls.manage', line.organization_id);
    if (lines.length < ids.length) {
      throw invalidInput(
        ['body', 'calibration_ids'],
        'not_found',
        'The recall has no such calibration that you may see'
      );
    }
    for (const organizationId of organizations) {
      const events = lines
        .filter((line) => line.organization_id === organizationId)
        .map(({ calibration_id, label, disposition }) => ({
          action: 'recall.decided' as const,
          resource: { type: 'calibration' as const, id: calibration_id, label },
          changes: {
            disposition: { old: disposition, new: body.disposition },
            decision_reason: { old: null, new: body.reason }
          }
        }));
      await appendAudits(tx, actor, organizationId, events);
    }
    await writeDecisions(tx, id, actor, { ...body, calibration_ids: ids });
    return requireRecall(tx, id);
  });
