import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findAppliedIds, type AppliedId } from '#lib/server/db/applied-ids.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import { transactionAsOfNow } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { applyWaves } from './apply-waves.ts';
import { checkSubmission } from './check-submission.ts';
import { contentDigest } from './payload-digest.ts';
import { rememberRefusals } from './remember-refusals.ts';
import { isBusy, isRejection, type Checked, type Outcome, type Submission } from './submission.ts';

/** How a submission ended, before its record is read. */
export type Ended = { readonly status: 'applied' | 'duplicate' } | Extract<Outcome, { status: 'rejected' | 'retry' }>;

/**
 * Records calibrations, each completely or not at all, and once however often it is delivered: the only way to record,
 * for the API and devices (sync/README.md, Push). @returns an outcome for each submission, in order. Throws only if
 * nothing could be decided (no database).
 */
export async function recordCalibrations(
  services: Services,
  actor: PersonActor,
  submissions: readonly Submission[]
): Promise<Outcome[]> {
  const ended = await settleKnown(services, actor, submissions);
  const checked = new Map<number, Checked>();
  for (const [i, submission] of submissions.entries()) {
    if (ended[i] !== null) continue;
    const found = await tryToCheck(services, actor, submission);
    if ('status' in found) ended[i] = found;
    else checked.set(i, found);
    // Analyses take milliseconds each; other requests run in between.
    if (submissions.length > 1) await nextTurn();
  }
  for (const [i, end] of await applyWaves(services, actor, checked)) ended[i] = end;
  // Another delivery may have been applied meanwhile.
  const overtaken = submissions.filter((_, i) => ended[i] === null);
  const again = overtaken.length > 0 ? await settleKnown(services, actor, overtaken) : [];
  const settled = ended.map((end): Ended => end ?? again.shift() ?? { status: 'retry', reason: null, afterSeconds: 1 });
  for (const i of await rememberRefusals(services, actor, submissions, settled)) {
    // An earlier attempt was applied while this one was being refused.
    const [found] = await settleKnown(services, actor, submissions.slice(i, i + 1));
    if (found) settled[i] = found;
  }
  return withRecords(services, actor, submissions, settled);
}

/** Applied before: a duplicate for its author with the same bytes, refused for everybody else. `null`: unknown. */
async function settleKnown(
  { pool }: Services,
  actor: PersonActor,
  submissions: readonly Submission[]
): Promise<(Ended | null)[]> {
  const known = await findAppliedIds(
    pool,
    submissions.map(({ id }) => id)
  );
  const settle = async (submission: Submission): Promise<Ended | null> => {
    const before = known.get(submission.id);
    if (before === undefined) return null;
    if (before.userId === actor.userId && (await isTheSame(submission, before))) return { status: 'duplicate' };
    const reason = new Refusal('id_reused', 'Another calibration was recorded under this id. Use a new one.');
    return { status: 'rejected', reason };
  };
  const settled: (Ended | null)[] = [];
  for (const submission of submissions) settled.push(await settle(submission));
  return settled;
}

/** By its bytes, or else by its content. */
async function isTheSame({ id, payloadSha256, read }: Submission, before: AppliedId): Promise<boolean> {
  const stored = [before.payloadSha256, before.contentSha256];
  if (stored.includes(payloadSha256)) return true;
  try {
    return stored.includes(await contentDigest(id, await read()));
  } catch (thrown) {
    if (isRejection(thrown)) return false;
    throw thrown;
  }
}

async function tryToCheck(services: Services, actor: PersonActor, submission: Submission): Promise<Checked | Ended> {
  try {
    return await checkSubmission(services, actor, submission);
  } catch (thrown) {
    if (isBusy(thrown)) return { status: 'retry', reason: thrown, afterSeconds: 60 };
    if (isRejection(thrown)) return { status: 'rejected', reason: thrown };
    services.log.error({ err: thrown, calibration: submission.id }, 'a calibration could not be checked');
    return { status: 'retry', reason: thrown, afterSeconds: 60 };
  }
}

/** Reads the records as they are stored, after everything has been committed and no lock is held. */
async function withRecords(
  { pool }: Services,
  actor: PersonActor,
  submissions: readonly Submission[],
  ended: readonly Ended[]
): Promise<Outcome[]> {
  const ids = submissions.filter((_, i) => isRecorded(ended[i])).map(({ id }) => id);
  const records = ids.length === 0 ? new Map() : await transactionAsOfNow(pool, actor, (tx) => findHeaders(tx, ids));
  return ended.map((end, i) => {
    if (end.status === 'rejected' || end.status === 'retry') return end;
    return { status: end.status, record: records.get(submissions[i]?.id ?? '') ?? null };
  });
}

const isRecorded = (end: Ended | undefined): boolean => end?.status === 'applied' || end?.status === 'duplicate';
