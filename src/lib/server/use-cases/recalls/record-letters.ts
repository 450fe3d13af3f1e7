import type { RecordLettersBody } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { appendLineAudits, requireManagedLines } from './managed-lines.ts';

/**
 * Records that letters about calibrations of a recall were printed, in the history of each calibration.
 * @throws Refusal `not_found`, `forbidden`, `recall_running`; InvalidInput `letters`
 */
export const recordLetters = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  { letters }: RecordLettersBody
): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    const recipients = new Map(letters.map(({ calibration_id, recipient }) => [calibration_id, recipient] as const));
    const lines = await requireManagedLines(tx, actor, id, [...recipients.keys()], ['body', 'letters']);
    await appendLineAudits(tx, actor, lines, ({ calibration_id }) => ({
      action: 'recall.letter_printed',
      changes: { recipient: { old: null, new: recipients.get(calibration_id) ?? null } }
    }));
  });
