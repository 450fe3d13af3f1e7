import type { PersonActor } from '#lib/laboratory/actor.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { claimIds } from '#lib/server/db/applied-ids.ts';
import { findAssetFacts, findPlaces, findPriorCalibrations, findProcedures } from '#lib/server/db/calibration-facts.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { locate, plan, referenceQuestion, type Located, type Plan } from './plan-calibration.ts';
import { isRejection, namedCalibrations, type Checked, type Rejection } from './submission.ts';
import { writeCalibrations } from './write-calibrations.ts';

/** What became of one submission in the transaction that has committed. */
export type Applied =
  | { readonly status: 'applied' }
  /** Another delivery was faster: its own record of what was applied knows the answer. */
  | { readonly status: 'overtaken' }
  | { readonly status: 'rejected'; readonly reason: Rejection };

/**
 * Applies checked submissions in one transaction: those that may not be applied are left out with their reason, all others are
 * written whole. Throws when the transaction itself fails; nothing is written then.
 */
export function applyBatch(
  services: Services,
  actor: PersonActor,
  batch: readonly Checked[]
): Promise<ReadonlyMap<string, Applied>> {
  return transaction(services.pool, actor, async (tx) => {
    const applied = new Map<string, Applied>();
    const keep = <T>(checked: Checked, work: () => T): T[] => {
      try {
        return [work()];
      } catch (thrown) {
        if (!isRejection(thrown)) throw thrown;
        applied.set(checked.submission.id, { status: 'rejected', reason: thrown });
        return [];
      }
    };
    const plans = await planAll(tx, actor, batch, keep);
    if (plans.length === 0) return applied;
    const claimed = await claimIds(
      tx,
      plans.map(({ checked: { submission } }) => ({ ...submission, userId: actor.userId }))
    );
    const own = plans.filter(({ checked: { submission } }) => claimed.has(submission.id));
    if (own.length > 0) await writeCalibrations(tx, services, actor, own);
    for (const { checked } of plans) {
      const { id } = checked.submission;
      applied.set(id, { status: claimed.has(id) ? 'applied' : 'overtaken' });
    }
    return applied;
  });
}

type Keep = <T>(checked: Checked, work: () => T) => T[];

/** Reads what the registry says of the whole batch and decides on each submission. */
async function planAll(tx: Tx, actor: PersonActor, batch: readonly Checked[], keep: Keep): Promise<Plan[]> {
  const refs = batch.flatMap(({ body }) => [body.asset_ref, body.reference_asset_id ?? []].flat());
  const assets = await findAssetFacts(
    tx,
    refs.filter(isUuid),
    refs.filter((ref) => !isUuid(ref)).map((ref) => ref.toLowerCase())
  );
  const located: Located[] = [];
  const questions = batch.flatMap((checked) =>
    keep(checked, () => {
      const found = locate(checked, assets, actor);
      const question = referenceQuestion(found, assets);
      located.push(found);
      return question;
    }).flatMap((question) => question ?? [])
  );
  const bodies = located.map(({ checked }) => checked.body);
  const priors = await findPriorCalibrations(
    tx,
    questions,
    bodies.flatMap((body) => namedCalibrations(body))
  );
  const places = await findPlaces(
    tx,
    bodies.flatMap((body) => body.calibration_location_id ?? [])
  );
  const procedures = await findProcedures(
    tx,
    bodies.flatMap((body) => body.procedure_id ?? [])
  );
  return located.flatMap((found) => keep(found.checked, () => plan(found, { assets, priors, places, procedures })));
}
