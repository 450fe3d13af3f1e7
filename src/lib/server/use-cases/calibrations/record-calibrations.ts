import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findAppliedIds, type AppliedId } from '#lib/server/db/applied-ids.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import { transactionAsOfNow } from '#lib/server/db/transaction.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { applyWaves } from './apply-waves.ts';
import { confirmResult, digestSubmission, readSubmission } from './check-submission.ts';
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
  const unknown = new Map([...submissions.entries()].filter(([i]) => ended[i] === null));
  const { checked, refused } = await checkAll(services, actor, unknown);
  for (const [i, end] of refused) ended[i] = end;
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

type Checks = { readonly checked: ReadonlyMap<number, Checked>; readonly refused: ReadonlyMap<number, Ended> };

/**
 * All are read, then all digested, then all analysed: the processor goes through one kind of work for fifty payloads in a
 * quarter less time than through all kinds for each. Other requests run in between.
 */
async function checkAll(
  services: Services,
  actor: PersonActor,
  submissions: ReadonlyMap<number, Submission>
): Promise<Checks> {
  const refused = new Map<number, Ended>();
  const pause = takeTurns();
  const each = async <From, To>(from: ReadonlyMap<number, From>, step: (one: From) => Promise<To>) => {
    const reached = new Map<number, To>();
    for (const [i, one] of from) {
      try {
        reached.set(i, await step(one));
      } catch (thrown) {
        refused.set(i, endOf(services, submissions.get(i)?.id, thrown));
      }
      await pause();
    }
    return reached;
  };
  const read = await each(submissions, readSubmission);
  const digested = await each(read, digestSubmission);
  const checked = await each(digested, (one) => confirmResult(services, actor, one));
  return { checked, refused };
}

/** How a submission ends that could not be checked. */
function endOf({ log }: Services, id: string | undefined, thrown: unknown): Ended {
  if (isBusy(thrown)) return { status: 'retry', reason: thrown, afterSeconds: 60 };
  if (isRejection(thrown)) return { status: 'rejected', reason: thrown };
  log.error({ err: thrown, calibration: id }, 'a calibration could not be checked');
  return { status: 'retry', reason: thrown, afterSeconds: 60 };
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
