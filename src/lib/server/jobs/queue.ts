import type { AboutOf } from '#lib/laboratory/notifications/notification-event.ts';
import type { EventCategory } from '#lib/records/notifications.ts';
import { insertJobs } from '#lib/server/db/jobs.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** The jobs that send notifications of an event: one for each category that is sent. */
type NoticeJobs = { readonly [C in EventCategory as `notify_${C}`]: AboutOf<C> };
/** An event for one person, with the ids that identify it. */
export type NoticeSubject = {
  readonly [C in EventCategory]: { readonly category: C; readonly about: AboutOf<C>; readonly event_key: string };
}[EventCategory];

/**
 * All jobs by name, with their payloads. Payloads are ids, never records: a job reads the current data when it runs.
 */
export type JobPayloads = NoticeJobs & {
  /** Typesets, signs and stores the certificate of one calibration. */
  readonly issue_certificate: { readonly calibration_id: string };
  /** Adds to one certificate what its signature is checked with later. */
  readonly prove_certificate: { readonly calibration_id: string };
  /** Finds what a faulty reference has touched and computes it again; `round` is the start that asked for it. */
  readonly compute_recall: { readonly recall_id: string; readonly round: number };
  /** Mails a token to an address, if an account needs it. */
  readonly mail_account: { readonly email: string; readonly purpose: 'verify_email' | 'reset_password' };
  /** Mails about a change of address: to confirm the new one, or to notify the old one. */
  readonly mail_address: {
    readonly user_id: string;
    readonly about: 'confirm_email' | 'address_wanted' | 'address_changed';
    readonly to: string;
  };
  /** Mails a notification to one person. */
  readonly mail_notice: { readonly user_id: string; readonly subject: NoticeSubject };
  /** Tells one device that something has happened, and the page about it. */
  readonly push_notice: { readonly subscription_id: string; readonly about: string; readonly path: string };
  /** Daily: what is due soon or overdue, in the app and for mails. */
  readonly send_reminders: Readonly<Record<string, never>>;
  /** Mails one person all reminders that wait for them. */
  readonly mail_reminders: { readonly user_id: string };
  /** Runs a requested export or import. */
  readonly run_operation: { readonly operation_id: string };
  /** Mails a certificate to a customer. */
  readonly mail_certificate: { readonly mail_id: string };
  /** Sends what waits for a webhook and whose turn it is. */
  readonly deliver_webhook: { readonly webhook_id: string };
  /** Daily: warns of signing certificates that expire soon, and has the proofs added and renewed that are due. */
  readonly keep_signatures: Readonly<Record<string, never>>;
  /** Nightly: an archive of everything, where a folder for it is set. */
  readonly back_up: Readonly<Record<string, never>>;
  /** Nightly: expired sessions, old idempotency keys, sign-in attempts and tombstones. */
  readonly remove_expired: Readonly<Record<string, never>>;
};
export type JobName = keyof JobPayloads;

export type JobOptions = {
  /** At most one waiting job has this key; a new one replaces it. */
  readonly jobKey?: string;
  /** Tries before the job is left as failed, with growing pauses; the queue's default is 25 (about three days). */
  readonly maxAttempts?: number;
  readonly runAt?: Date;
  /** Jobs of one queue are done one after another. */
  readonly queueName?: string;
};
/** One after another, since authorities limit how often they are asked; what fails is due again another day. */
export const PROVING: JobOptions = { queueName: 'proofs', maxAttempts: 3 };
export type Job<N extends JobName = JobName> = {
  [K in N]: { readonly name: K; readonly payload: JobPayloads[K]; readonly options?: JobOptions };
}[N];

/** Adds one job to the queue; it exists if and only if the transaction commits. */
export const enqueue = <N extends JobName>(
  tx: Tx,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {}
): Promise<void> => enqueueAll(tx, [{ name, payload, options } as unknown as Job]);

/** Adds any number of jobs to the queue in one statement. */
export async function enqueueAll(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await insertJobs(
    tx,
    jobs.map(({ name, payload, options = {} }) => ({
      identifier: name,
      payload,
      queue_name: options.queueName ?? null,
      run_at: options.runAt?.toISOString() ?? null,
      max_attempts: options.maxAttempts ?? null,
      job_key: options.jobKey ?? null
    }))
  );
}
