import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { FieldChanges } from '#lib/laboratory/field-changes.ts';
import { assertMayDecideOnCertificatesOf } from '#lib/laboratory/permissions.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { markPendingAgain } from '#lib/server/db/certificates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { assertRecordedHere } from '#lib/server/use-cases/calibrations/assert-recorded-here.ts';
import { getCalibration, requireCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { lockedCalibration } from '#lib/server/use-cases/calibrations/review-rules.ts';
import { resourceOf } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMayBeIssued } from './issue-certificate.ts';
import { nothingToReissue, requireRecordedFiles, restoreOriginal } from './restore-original.ts';
import { whileClaimed } from './while-claimed.ts';

/**
 * Issues a certificate again that failed, or whose file the object store has lost or damaged. One that failed is issued by the job, as
 * the first time; of a lost one the answer says at once whether it is back.
 * @throws Refusal `not_found`, `forbidden`, `certificate_imported`, `certificate_held`, `certificate_in_review`, `nothing_to_reissue`, `reissue_differs`,
 * `no_results`, `certificate_failed`
 */
export async function reissueCertificate(
  services: Services,
  actor: PersonActor,
  id: string,
  reason: string
): Promise<Calibration> {
  const { pool } = services;
  const append = (tx: Tx, calibration: Calibration, changes: FieldChanges) =>
    appendAudit(tx, actor, calibration.organization_id, {
      action: 'calibration.certificate_reissued',
      resource: resourceOf(calibration),
      changes: { ...changes, reissue_reason: { old: null, new: reason } }
    });
  const { calibration: found, again } = await transaction(pool, actor, async (tx) => {
    const calibration = await lockedCalibration(tx, id);
    assertMayDecideOnCertificatesOf(actor, calibration.organization_id);
    assertRecordedHere(calibration);
    assertMayBeIssued(calibration.certificate);
    if (calibration.certificate?.state === 'issued') return { calibration, again: false };
    // An attempt that is under way may have changed the state meanwhile.
    if (!(await markPendingAgain(tx, id))) throw nothingToReissue();
    await append(tx, calibration, { certificate_state: { old: 'failed', new: 'pending' } });
    await enqueue(tx, 'issue_certificate', { calibration_id: id });
    return { calibration: await requireCalibration(tx, id), again: true };
  });
  if (again) return found;
  await whileClaimed(
    services,
    id,
    (tx) => requireRecordedFiles(tx, id),
    (recorded) =>
      restoreOriginal(services, id, recorded, (tx, sha256) =>
        append(tx, found, sha256 === null ? {} : { certificate_sha256: { old: recorded.issued.sha256, new: sha256 } })
      )
  );
  return getCalibration(services, actor, id);
}
