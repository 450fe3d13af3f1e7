import type { DecideRecallBody, Recall } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { writeDecisions } from '#lib/server/db/recall-lines.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireRecall } from './get-recall.ts';
import { appendLineAudits, requireManagedLines } from './managed-lines.ts';

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
    const ids = [...new Set(body.calibration_ids)];
    const lines = await requireManagedLines(tx, actor, id, ids, ['body', 'calibration_ids']);
    await appendLineAudits(tx, actor, lines, ({ disposition }) => ({
      action: 'recall.decided',
      changes: {
        disposition: { old: disposition, new: body.disposition },
        decision_reason: { old: null, new: body.reason }
      }
    }));
    await writeDecisions(tx, id, actor, { ...body, calibration_ids: ids });
    return requireRecall(tx, id);
  });
