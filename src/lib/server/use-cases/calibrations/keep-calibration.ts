import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayDecideOnCertificatesOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { markKept } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertRecordedHere } from './assert-recorded-here.ts';
import { requireCalibration } from './get-calibration.ts';
import { resourceOf } from './void-calibration.ts';

/**
 * Keeps a calibration whose certificate is held: the certificate is issued and states the reason, or waits for the
 * second person first.
 * @throws Refusal `not_found`, `forbidden`, `not_held`, `already_voided`, `certificate_imported`
 */
export const keepCalibration = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  reason: string
): Promise<Calibration> =>
  transaction(pool, actor, async (tx) => {
    const calibration = await requireCalibration(tx, id);
    assertMayDecideOnCertificatesOf(actor, calibration.organization_id);
    assertRecordedHere(calibration);
    // Of two concurrent decisions, the second waits here and then sees the first.
    await lockAuditChain(tx, calibration.organization_id);
    if ((await requireCalibration(tx, id)).voided !== null) {
      throw new Refusal('already_voided', 'This calibration has been voided. Restore it before you keep it.');
    }
    const waits = calibration.certificate?.release === 'second_person';
    await appendAudit(tx, actor, calibration.organization_id, {
      action: 'calibration.kept',
      resource: resourceOf(calibration),
      changes: {
        certificate_state: { old: 'held', new: waits ? 'waiting_for_release' : 'pending' },
        kept_reason: { old: null, new: reason }
      }
    });
    if (!(await markKept(tx, id, actor, reason))) {
      throw new Refusal('not_held', 'The certificate of this calibration is not held, so there is nothing to decide.');
    }
    await enqueue(tx, waits ? 'notify_release_waiting' : 'issue_certificate', { calibration_id: id });
    return requireCalibration(tx, id);
  });
