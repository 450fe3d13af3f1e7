import { sql } from 'slonik';
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
