import type { Calibration, ReviewRemark } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { markReviewed, REVIEW_STEPS } from '#lib/server/db/release.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireCalibration } from './get-calibration.ts';
import { assertInReview, assertReviewable, lockedCalibration, notWaiting } from './review-rules.ts';
import { resourceOf } from './void-calibration.ts';

/**
 * Returns a calibration to whoever recorded it, who answers, or has it voided and repeats it.
 * @throws Refusal `not_found`, `forbidden`, `own_work`, `certificate_imported`, `already_voided`, `not_waiting`, `already_released`
 */
export const returnCalibration = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  reason: string
): Promise<Calibration> =>
  transaction(pool, actor, async (tx) => {
    const calibration = await lockedCalibration(tx, id);
    await assertReviewable(tx, actor, calibration);
    if (!(await remark(tx, actor, calibration, { kind: 'returned', text: reason }))) throw notWaiting(calibration);
    await enqueue(tx, 'notify_release_returned', { calibration_id: id });
    return requireCalibration(tx, id);
  });

/**
 * Answers why it was returned: it waits for release again. Whoever may record calibrations may answer, so that nothing waits for a person
 * who has left.
 * @throws Refusal `not_found`, `forbidden`, `certificate_imported`, `already_voided`, `not_returned`, `already_released`
 */
export const answerReturn = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  answer: string
): Promise<Calibration> =>
  transaction(pool, actor, async (tx) => {
    const calibration = await lockedCalibration(tx, id);
    assertMayEditRecordsOf(actor, calibration.organization_id);
    assertInReview(calibration);
    if (!(await remark(tx, actor, calibration, { kind: 'answered', text: answer }))) {
      throw new Refusal('not_returned', 'This calibration was not returned, so there is nothing to answer.');
    }
    await enqueue(tx, 'notify_release_waiting', { calibration_id: id });
    return requireCalibration(tx, id);
  });

async function remark(
  tx: Tx,
  actor: PersonActor,
  calibration: Calibration,
  said: Pick<ReviewRemark, 'kind' | 'text'>
): Promise<boolean> {
  const { from, to } = REVIEW_STEPS[said.kind];
  await appendAudit(tx, actor, calibration.organization_id, {
    action: `calibration.${said.kind}`,
    resource: resourceOf(calibration),
    changes: {
      certificate_state: { old: from, new: to },
      [said.kind === 'returned' ? 'return_reason' : 'answer']: { old: null, new: said.text }
    }
  });
  return markReviewed(tx, calibration.id, actor, said);
}
