import { SYSTEM } from '#lib/laboratory/actor.ts';
import { countMissingProofs, findDueProofs } from '#lib/server/db/certificate-revisions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueueAll, PROVING } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Of a day; the rest is due the day after. */
const MOST = 10_000;
const MOST_REASONS = 20;

/** Once a day: has proofs added to the certificates for which that is due, and says in the log what could not be had so far. */
export async function renewProofs({ pool, now, log }: Services): Promise<void> {
  await transaction(pool, SYSTEM, async (tx) => {
    const due = await findDueProofs(tx, now(), MOST);
    await enqueueAll(
      tx,
      due.map((calibration_id) => ({
        name: 'prove_certificate',
        payload: { calibration_id },
        options: { ...PROVING, jobKey: `prove:${calibration_id}` }
      }))
    );
    for (const { certificates, missing } of await countMissingProofs(tx, MOST_REASONS))
      log.warn({ certificates, missing }, 'certificates lack proofs for checking their signatures later');
  });
}
