import { sql } from 'slonik';
import { z } from 'zod';
import { JOB_STATES, jobSchema, jobState, type JobList, type JobState } from '#lib/contracts/jobs.ts';
import type { Tx } from './transaction.ts';

/** One job as the database hands it to the queue; null takes the queue's default. */
export type JobRow = {
  readonly identifier: string;
  readonly payload: unknown;
  readonly queue_name: string | null;
  readonly run_at: string | null;
  readonly max_attempts: number | null;
  readonly job_key: string | null;
};

/** Adds jobs to the queue within the transaction, with the only function that the role of requests may call. */
export async function insertJobs(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  await tx.query(sql.unsafe`SELECT enqueue_jobs(${JSON.stringify(jobs)}::json)`);
}

const shownJob = z.object({ ...jobSchema.shape });
export type ShownJob = z.infer<typeof shownJob>;
/** What a job is about as far as the caller may see it: the row-level security of these tables asks. */
const shown = sql.fragment`
  s.id, s.name, s.state, s.attempts, s.max_attempts, s.created_at, s.run_at, s.error,
  (SELECT jsonb_build_object('id', o.id, 'name', o.name) FROM organizations o WHERE o.id = s.organization_id) AS organization,
  (SELECT jsonb_build_object('id', w.id, 'name', w.name) FROM webhooks w WHERE w.id = s.webhook_id) AS webhook`;
const countRow = z.object({ state: jobState, n: z.int() });
const MOST_SHOWN = 200;

/** The queue as an administrator sees it; for others it is empty. */
export async function listShownJobs(tx: Tx, state: JobState | undefined): Promise<JobList> {
  const counted = await tx.any(sql.type(countRow)`SELECT s.state, count(*) AS n FROM shown_jobs() s GROUP BY s.state`);
  const counts = Object.fromEntries(JOB_STATES.map((each) => [each, 0])) as JobList['counts'];
  const items = await tx.any(sql.type(shownJob)`
    SELECT ${shown} FROM shown_jobs() s
    ${state === undefined ? sql.fragment`` : sql.fragment`WHERE s.state = ${state}`}
    ORDER BY (s.state = 'failed') DESC, s.run_at, s.id::bigint LIMIT ${MOST_SHOWN}`);
  return { counts: { ...counts, ...Object.fromEntries(counted.map((row) => [row.state, row.n])) }, items: [...items] };
}

export const findJob = (tx: Tx, id: string): Promise<ShownJob | null> =>
  tx.maybeOne(sql.type(shownJob)`SELECT ${shown} FROM shown_jobs() s WHERE s.id = ${id}`);

const done = z.object({ done: z.boolean() });
/** @returns false if it runs at the moment, or is gone */
export const retryJobRow = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(done)`SELECT retry_job(${id}::bigint) AS done`);
/** @returns false if it has not failed for good */
export const removeFailedJob = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(done)`SELECT remove_failed_job(${id}::bigint) AS done`);

/** Removes jobs that failed for good before that instant, and what the queue keeps of queues without jobs. @returns how many jobs */
export const removeDeadJobs = (tx: Tx, failedBefore: Date): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ removed: z.coerce.number() }))`
    SELECT remove_dead_jobs(${failedBefore.toISOString()}::timestamptz) AS removed`);
