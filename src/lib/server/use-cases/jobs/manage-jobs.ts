import type { JobList, JobState } from '#lib/contracts/jobs.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { findJob, listShownJobs, removeFailedJob, retryJobRow, type ShownJob } from '#lib/server/db/jobs.ts';
import { reading, transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** @throws Refusal `forbidden` */
export function listJobs(services: Services, actor: PersonActor, state: JobState | undefined): Promise<JobList> {
  assertMay(actor, 'jobs.manage');
  return reading(services.pool, actor, (tx) => listShownJobs(tx, state));
}

/** Runs a job again at once. @throws Refusal `forbidden`, `not_found`, `job_running` */
export const retryJob = (services: Services, actor: PersonActor, id: string): Promise<void> =>
  change(services, actor, id, async (tx, job) => {
    if (!(await retryJobRow(tx, id)))
      throw new Refusal('job_running', 'This job is running. Wait until it has succeeded or failed.');
    await record(tx, actor, 'job.retried', job);
  });

/** Gives up what a job should have done. @throws Refusal `forbidden`, `not_found`, `job_not_failed` */
export const removeJob = (services: Services, actor: PersonActor, id: string): Promise<void> =>
  change(services, actor, id, async (tx, job) => {
    if (!(await removeFailedJob(tx, id)))
      throw new Refusal('job_not_failed', 'Only a job that failed for good can be removed; this one will run again.');
    await record(tx, actor, 'job.removed', job);
  });

async function change(
  { pool }: Services,
  actor: PersonActor,
  id: string,
  work: (tx: Tx, job: ShownJob) => Promise<void>
): Promise<void> {
  assertMay(actor, 'jobs.manage');
  await transaction(pool, actor, async (tx) => {
    const job = await findJob(tx, id);
    if (job === null) throw new Refusal('not_found', 'There is no such job; it may have succeeded meanwhile.');
    await work(tx, job);
  });
}

/** The audit log names resources by UUID, the queue by numbers of at most 60 bits: the number in a UUID of version 8 (RFC 9562). */
const resourceId = ({ id }: ShownJob): string => {
  const digits = BigInt(id).toString(16).padStart(15, '0');
  return `00000000-0000-8000-8${digits.slice(0, 3)}-${digits.slice(3)}`;
};

async function record(tx: Tx, actor: PersonActor, action: 'job.retried' | 'job.removed', job: ShownJob): Promise<void> {
  await lockAuditChain(tx, null);
  await appendAudit(tx, actor, null, {
    action,
    resource: { type: 'job', id: resourceId(job), label: `${job.name} ${job.id}` },
    changes: {}
  });
}
