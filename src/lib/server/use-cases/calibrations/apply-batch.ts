import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { claimIds } from '#lib/server/db/applied-ids.ts';
import {
  findAssetFacts,
  findLatestCurves,
  findPlaces,
  findPriorCalibrations,
  findProcedures
} from '#lib/server/db/calibration-facts.ts';
import { findRefusedAttempts } from '#lib/server/db/refused-attempts.ts';
import { transactionAsOfNow, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { compareHistory, historyQuestions } from './compare-history.ts';
import { ComputedResults } from './computed-results.ts';
import { locate, plan, referenceQuestion, type Located, type Plan } from './plan-calibration.ts';
import { putInCapability } from './put-in-capability.ts';
import { putInNominal } from './put-in-nominal.ts';
import { isRejection, namedCalibrations, type Checked, type Rejection } from './submission.ts';
import { writeCalibrations } from './write-calibrations.ts';

/** The outcome of one submission in the committed transaction. */
export type Applied =
  | { readonly status: 'applied' }
  /** Another push was faster: its record of applied ids has the answer. */
  | { readonly status: 'overtaken' }
  | { readonly status: 'rejected'; readonly reason: Rejection };

/** A plan may want results with the nominal characteristic, the capability and the history, and each may change meanwhile. */
const MOST_ATTEMPTS = 8;

/**
 * Applies checked submissions in one transaction: those that may not be applied are skipped with their reason, all
 * others are written completely. What the registry's data require to be computed is computed before it, without locks.
 * Throws when the transaction itself fails; nothing is written then.
 */
export async function applyBatch(
  services: Services,
  begun: PersonActor,
  batch: readonly Checked[]
): Promise<ReadonlyMap<string, Applied>> {
  const found = new ComputedResults();
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const applied = await tryToApply(services, begun, batch, found);
    if (applied !== null) return applied;
    await found.find(services, begun);
  }
  throw new Error('what calibrations are judged with changed again and again while they were being recorded');
}

/** `null`: results are needed first, and nothing was written. */
function tryToApply(
  services: Services,
  begun: PersonActor,
  batch: readonly Checked[],
  found: ComputedResults
): Promise<ReadonlyMap<string, Applied> | null> {
  return transactionAsOfNow(services.pool, begun, async (tx, actor) => {
    const applied = new Map<string, Applied>();
    const refused = await findRefusedAttempts(
      tx,
      actor.userId,
      batch.map(({ submission }) => submission.id)
    );
    const keep = <T>(checked: Checked, work: () => T): T[] => {
      try {
        return [work()];
      } catch (thrown) {
        if (!isRejection(thrown)) throw thrown;
        applied.set(checked.submission.id, { status: 'rejected', reason: thrown });
        return [];
      }
    };
    const timely = batch.filter((checked) => keep(checked, () => assertTimely(checked, refused)).length > 0);
    const plans = timely.length === 0 ? [] : await planAll(tx, services, actor, timely, { found, keep });
    if (plans === null) return null;
    if (plans.length === 0) return applied;
    const claimed = await claimIds(
      tx,
      plans.map(({ checked: { submission, contentSha256 } }) => ({
        ...submission,
        contentSha256,
        userId: actor.userId
      }))
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

/** @throws Refusal `overtaken` for a submission sent before an attempt that has been refused */
function assertTimely({ submission: { id, attempt } }: Checked, refused: ReadonlyMap<string, number>): void {
  const last = refused.get(id) ?? 0;
  if (attempt === undefined || attempt > last) return;
  throw new Refusal('overtaken', 'A later attempt to send this entry has already been refused.', { attempt: last });
}

type Keep = <T>(checked: Checked, work: () => T) => T[];

/** Reads the registry's data for the whole batch and decides on each submission. `null`: results are needed first. */
async function planAll(
  tx: Tx,
  { today }: Services,
  actor: PersonActor,
  batch: readonly Checked[],
  { found: results, keep }: { readonly found: ComputedResults; readonly keep: Keep }
): Promise<Plan[] | null> {
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
    bodies.flatMap(({ procedure_id: id, procedure_revision: revision }) =>
      id ? [{ id, revision: revision ?? null }] : []
    )
  );
  const plans = located.flatMap((found) =>
    keep(found.checked, () => plan(found, { assets, priors, places, procedures }, today()))
  );
  const curves = await findLatestCurves(tx, historyQuestions(plans));
  const withNominal: Plan[] = [];
  for (const planned of plans) {
    const found = putInNominal(results, planned, curves);
    if (found !== null) withNominal.push(...keep(planned.checked, found));
  }
  const limited: Plan[] = [];
  for (const planned of withNominal) {
    const withCapability = putInCapability(results, planned);
    if (withCapability !== null) limited.push(...keep(planned.checked, withCapability));
  }
  const compared: Plan[] = [];
  for (const planned of limited) {
    const judgedHere = compareHistory(results, planned, curves);
    if (judgedHere !== null) compared.push(...keep(planned.checked, judgedHere));
  }
  return results.areWanted ? null : compared;
}
