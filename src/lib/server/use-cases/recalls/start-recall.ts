import { v7 as uuidv7 } from 'uuid';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { Recall, StartRecallBody } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { isOutOfTolerance } from '#lib/laboratory/out-of-tolerance.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { RecallCause } from '#lib/records/recall.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { findRecallOf, upsertRecall } from '#lib/server/db/recalls.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { requireCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireRecall } from './get-recall.ts';

const ATTEMPTS = 5;

/**
 * Recalls what a reference has touched since its last good calibration, of which a suspected reference's is one, or computes an existing recall again; one that is being computed
 * is left alone.
 * @throws Refusal `not_found`, `forbidden`, `nothing_to_recall`
 */
export const startRecall = (
  { pool }: Services,
  actor: PersonActor,
  calibrationId: string,
  { reason = null, suspected }: StartRecallBody = {}
): Promise<Recall> =>
  transaction(pool, actor, async (tx) => {
    const calibration = await requireCalibration(tx, calibrationId);
    assertMay(actor, 'recalls.manage', calibration.organization_id);
    // Of two who start it at once, the second waits here and finds the recall of the first.
    await lockAuditChain(tx, calibration.organization_id);
    const known = await findRecallOf(tx, calibrationId);
    if (known?.state === 'running') return known;
    const cause = causeOf(calibration, suspected !== undefined || known?.cause === 'suspected');
    const suspectedError =
      cause !== 'suspected' ? null : suspected ? suspected.error : (known?.suspected_error ?? null);
    const id = known?.id ?? uuidv7();
    await appendAudit(tx, actor, calibration.organization_id, {
      action: 'recall.started',
      resource: { type: 'recall', id, label: `${calibration.asset.asset_id} v${calibration.version}` },
      changes: {
        cause: { old: known?.cause ?? null, new: cause },
        reason: { old: known?.reason ?? null, new: reason },
        suspected_error: { old: known?.suspected_error ?? null, new: suspectedError }
      }
    });
    const { round } = await upsertRecall(tx, actor, { id, calibration, cause, reason, suspectedError });
    const job = { jobKey: `recall ${id}`, maxAttempts: ATTEMPTS };
    await enqueue(tx, 'compute_recall', { recall_id: id, round }, job);
    return requireRecall(tx, id);
  });

/** @throws Refusal `nothing_to_recall` */
function causeOf({ voided, conforms, profile }: CalibrationHeader, isSuspected: boolean): RecallCause {
  if (voided !== null) return 'voided';
  if (isOutOfTolerance({ conforms, as_found: profile?.as_found ?? null })) return 'out_of_tolerance';
  if (isSuspected) return 'suspected';
  throw new Refusal(
    'nothing_to_recall',
    'This calibration is neither voided nor out of tolerance. If the reference has been in doubt since, use `suspected`.'
  );
}
