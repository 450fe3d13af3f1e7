import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayReleaseCertificatesOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { isGivenRelease } from '#lib/server/db/memberships.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { assertRecordedHere } from './assert-recorded-here.ts';
import { requireCalibration } from './get-calibration.ts';

/**
 * As the last writer of its organization left it: of two who decide at once, the second waits here and then sees what the first decided.
 * @throws Refusal `not_found`
 */
export async function lockedCalibration(tx: Tx, id: string): Promise<Calibration> {
  await lockAuditChain(tx, (await requireCalibration(tx, id)).organization_id);
  return requireCalibration(tx, id);
}

/**
 * Whether this person may decide about its release now: they have the right, did not record it, and it waits for them.
 * @throws Refusal `forbidden`, `own_work`, `certificate_imported`, `already_voided`, `not_waiting`, `already_released`
 */
export async function assertReviewable(tx: Tx, actor: PersonActor, calibration: Calibration): Promise<void> {
  const { organization_id, recorded_by } = calibration;
  assertMayReleaseCertificatesOf(actor, organization_id, await isGivenRelease(tx, organization_id, actor.userId));
  if (recorded_by.id === actor.userId) {
    throw new Refusal(
      'own_work',
      'You recorded this calibration. Another person who may release certificates must review it.'
    );
  }
  assertInReview(calibration);
  if (calibration.certificate?.state !== 'waiting_for_release') throw notWaiting(calibration);
}

/** @throws Refusal `certificate_imported`, `already_released`, `already_voided` */
export function assertInReview(calibration: Calibration): void {
  assertRecordedHere(calibration);
  if (calibration.reviewed !== null) throw notWaiting(calibration);
  if (calibration.voided !== null) {
    throw new Refusal('already_voided', 'This calibration has been voided. Restore it before you decide about it.');
  }
}

export function notWaiting({ reviewed, certificate }: Calibration): Refusal {
  if (reviewed !== null) {
    return new Refusal('already_released', `${reviewed.by.full_name} has already released this certificate.`);
  }
  return new Refusal(
    'not_waiting',
    certificate?.state === 'returned'
      ? 'This calibration was returned and has not been answered yet.'
      : 'This certificate is not waiting for release, so there is nothing to decide.'
  );
}
