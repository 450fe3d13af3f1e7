import type { z } from 'zod';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { proofBody } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { markReleased } from '#lib/server/db/release.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { asOneself, checkProofOrAhead } from '#lib/server/use-cases/accounts/as-oneself.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireCalibration } from './get-calibration.ts';
import { assertReviewable, lockedCalibration, notWaiting } from './review-rules.ts';
import { resourceOf } from './void-calibration.ts';

/**
 * Reviewed and authorized by a second person (ISO/IEC 17025 7.8.1.1): the certificate that waited is issued, and names them. They confirm
 * it with their password or, with a second factor, a code or a passkey; that is asked only of those who may release this one.
 * @throws Refusal `not_found`, `forbidden`, `own_work`, `certificate_imported`, `already_voided`, `not_waiting`, `already_released`,
 * `proof_required`, `invalid_credentials`, `second_factor_required`, `wrong_code`, `code_used`, `passkey_refused`, `too_many_requests`
 */
export async function releaseCalibration(
  services: Services,
  actor: PersonActor,
  id: string,
  proof: z.output<typeof proofBody>
): Promise<Calibration> {
  const { pool } = services;
  await transaction(pool, actor, async (tx) => assertReviewable(tx, actor, await requireCalibration(tx, id)));
  const checked = await checkProofOrAhead(services, actor, proof);
  return asOneself(services, actor, checked, async (tx) => {
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
