import { insertJobs } from '#lib/server/db/jobs.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** The event that a mail tells of, by its ids. */
export type NoticeSubject =
  | { readonly category: 'calibration_recorded'; readonly calibration_id: string }
  | { readonly category: 'certificate_held'; readonly calibration_id: string }
  | { readonly category: 'out_of_tolerance'; readonly calibration_id: string; readonly organization_id: string }
  | {
      readonly category: 'join_request' | 'join_decision';
      readonly organization_id: string;
      readonly join_request_id: string;
    };

/** Every job by name, with what it is told. Payloads are ids, never records: a job reads what is true when it runs. */
export type JobPayloads = {
  /** Sets, signs and stores the certificate of one calibration. */
  readonly issue_certificate: { readonly calibration_id: string };
  /** Tells the members of the asset's organization that a calibration was recorded. */
  readonly notify_calibration_recorded: { readonly calibration_id: string };
  /** Tells those who may decide that a certificate is held. */
  readonly notify_certificate_held: { readonly calibration_id: string };
  /** Tells everybody concerned that an instrument was found out of tolerance, and what it has served as reference for. */
  readonly notify_out_of_tolerance: { readonly calibration_id: string };
  /** Mails a token to an address, if an account has use for it. */
  readonly mail_account: { readonly email: string; readonly purpose: 'verify_email' | 'reset_password' };
  /** Mails about a change of address: to confirm the new one, or to tell the old one. */
  readonly mail_address: {
    readonly user_id: string;
    readonly about: 'confirm_email' | 'address_wanted' | 'address_changed';
    readonly to: string;
  };
  /** Tells all superadmins but the one who did it that the mail settings were changed. */
  readonly notify_mail_settings: {
    readonly change_id: string;
    readonly changed_by: string;
    readonly host: string | null;
  };
  /** Mails one person what happened. */
  readonly mail_notice: { readonly user_id: string; readonly about: NoticeSubject };
  /** Tells every admin of an organization that somebody asks to join it. */
  readonly notify_join_request: { readonly organization_id: string; readonly join_request_id: string };
  /** Tells who asked to join what was decided. */
  readonly notify_join_decision: { readonly organization_id: string; readonly join_request_id: string };
  /** Nightly: expired sessions, old idempotency keys, sign-in attempts and tombstones. */
  readonly remove_expired: Readonly<Record<string, never>>;
};
export type JobName = keyof JobPayloads;

export type JobOptions = {
  /** At most one waiting job has this key; another one replaces it. */
  readonly jobKey?: string;
  /** Tries before the job is left as failed, with growing pauses; the queue's default is 25 (about three days). */
  readonly maxAttempts?: number;
  readonly runAt?: Date;
};
export type Job<N extends JobName = JobName> = {
  [K in N]: { readonly name: K; readonly payload: JobPayloads[K]; readonly options?: JobOptions };
}[N];

/** Hands one job to the queue; it exists exactly if the transaction commits. */
export const enqueue = <N extends JobName>(
  tx: Tx,
  name: N,
  payload: JobPayloads[N],
  options: JobOptions = {}
): Promise<void> => enqueueAll(tx, [{ name, payload, options } as unknown as Job]);

/** Hands any number of jobs to the queue in one statement. */
export async function enqueueAll(tx: Tx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await insertJobs(
    tx,
    jobs.map(({ name, payload, options = {} }) => ({
      identifier: name,
      payload,
      run_at: options.runAt?.toISOString() ?? null,
      max_attempts: options.maxAttempts ?? null,
      job_key: options.jobKey ?? null
    }))
  );
}
