import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { markReleased } from '#lib/server/db/release.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { assertOwnPassword } from '#lib/server/auth/assert-own-password.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireCalibration } from './get-calibration.ts';
import { assertReviewable, lockedCalibration, notWaiting } from './review-rules.ts';
import { resourceOf } from './void-calibration.ts';

/**
 * Reviewed and authorized by a second person (ISO/IEC 17025 7.8.1.1): the certificate that waited is issued, and names them. They confirm
 * it with their password, which is asked only of those who may release this one.
 * @throws Refusal `not_found`, `forbidden`, `own_work`, `certificate_imported`, `already_voided`, `not_waiting`, `already_released`,
 * `invalid_credentials`, `too_many_requests`
 */
export async function releaseCalibration(
  services: Services,
  actor: PersonActor,
  id: string,
  password: string
): Promise<Calibration> {
  const { pool } = services;
  await transaction(pool, actor, async (tx) => assertReviewable(tx, actor, await requireCalibration(tx, id)));
  await assertOwnPassword(pool, actor, password);
  return transaction(pool, actor, async (tx) => {
    const calibration = await lockedCalibration(tx, id);
    // Again: a right may have been taken away meanwhile.
    await assertReviewable(tx, actor, calibration);
    await appendAudit(tx, actor, calibration.organization_id, {
      action: 'calibration.released',
      resource: resourceOf(calibration),
      changes: { certificate_state: { old: 'waiting_for_release', new: 'pending' } }
    });
    if (!(await markReleased(tx, id, actor))) throw notWaiting(calibration);
    await enqueue(tx, 'issue_certificate', { calibration_id: id });
    return requireCalibration(tx, id);
  });
}
