import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { listAuditLogs } from '#lib/server/use-cases/audit/list-audit-logs.ts';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import { deliveryJob } from '#lib/server/use-cases/webhooks/delivery-job.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { failedJob } from '../../../../../tests/support/failed-job.ts';
import { organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { listJobs, removeJob, retryJob } from './manage-jobs.ts';

let database: TestDatabase;
let services: Services;
let admin: PersonActor;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  admin = await person(services, 'admin');
  await run('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => database.drop());

const refused = (code: string) => expect.objectContaining({ code }) as unknown;
const stateOf = async (id: string) =>
  (await listJobs(services, admin, undefined)).items.find((job) => job.id === id)?.state ?? null;
const change = (id: string, assignments: string) =>
  run(`UPDATE graphile_worker._private_jobs SET ${assignments} WHERE id = $1`, [id]);
const lastAudit = async () => (await listAuditLogs(services, admin, { limit: 1 })).items[0];

test('jobs are listed by state with their last error, failed ones first, and what they are about is not shown', async () => {
  const failed = await failedJob(run, `The mail server is away. ${'x'.repeat(600)}`);
  const [waiting, retrying, running] = [await failedJob(run), await failedJob(run), await failedJob(run)];
  await change(waiting, 'attempts = 0, last_error = NULL');
  await change(retrying, 'attempts = 2, max_attempts = 25');
  await change(running, `attempts = 0, last_error = NULL, locked_at = now(), locked_by = 'somebody'`);
  const { counts, items } = await listJobs(services, admin, undefined);
  expect(counts).toEqual({ failed: 1, retrying: 1, running: 1, waiting: 1 });
  expect(items[0]).toMatchObject({ id: failed, name: 'remove_expired', state: 'failed', attempts: 1, max_attempts: 1 });
  expect(items[0]?.error).toMatch(/^The mail server is away\. x+$/);
  expect(items[0]?.error).toHaveLength(500);
  expect(Object.keys(items[0] ?? {})).not.toContain('payload');
  expect((await listJobs(services, admin, 'retrying')).items.map(({ id }) => id)).toEqual([retrying]);
  expect([await stateOf(waiting), await stateOf(running)]).toEqual(['waiting', 'running']);
});

test('of a delivery, organization and webhook are named to those who may see them', async () => {
  const hidden = await organizationOf(services, await person(services, 'technician'), {
    name: 'Hidden',
    private: true
  });
  const open = await organizationOf(services, await person(services, 'technician'), { name: 'Open' });
  const queued = async ({ organization, founder }: typeof open) => {
    const url = 'https://planning.example/hook';
    const given = { organization_id: organization.id, name: 'Planning', url, events: ['asset.overdue' as const] };
    const webhook = await createWebhook(services, founder, given);
    await transaction(services.pool, SYSTEM, (tx) => enqueueAll(tx, [deliveryJob(webhook.id)]));
    return { organization: { id: organization.id, name: organization.name }, webhook: { id: webhook.id, name: 'Planning' } };
  }; // prettier-ignore
  const [ofHidden, ofOpen] = [await queued(hidden), await queued(open)];
  const seenBy = async (actor: PersonActor) =>
    (await listJobs(services, actor, undefined)).items
      .filter(({ name }) => name === 'deliver_webhook')
      .map(({ organization, webhook }) => ({ organization, webhook }));
  expect(await seenBy(await superadmin(services))).toEqual([ofHidden, ofOpen]);
  // An administrator of the installation belongs to neither; of the one that everybody sees, the name is no secret.
  expect(await seenBy(admin)).toEqual([
    { organization: null, webhook: null },
    { organization: ofOpen.organization, webhook: null }
  ]);
  await run('DELETE FROM graphile_worker._private_jobs');
});

test('a failed job runs again with all its attempts, or is removed; both are in the audit log', async () => {
  const [again, gone] = [await failedJob(run), await failedJob(run)];
  await retryJob(services, admin, again);
  expect(await stateOf(again)).toBe('waiting');
  expect(await lastAudit()).toMatchObject({ action: 'job.retried', resource_label: `remove_expired ${again}` });
  await removeJob(services, admin, gone);
  expect(await stateOf(gone)).toBeNull();
  expect(await lastAudit()).toMatchObject({ action: 'job.removed', resource_label: `remove_expired ${gone}` });
});

test('a job that runs is left alone, one that runs again is not removed, and an unknown one is not found', async () => {
  const [running, waiting] = [await failedJob(run), await failedJob(run)];
  await change(running, `locked_at = now(), locked_by = 'somebody'`);
  await change(waiting, 'attempts = 0');
  await expect(retryJob(services, admin, running)).rejects.toEqual(refused('job_running'));
  await expect(removeJob(services, admin, running)).rejects.toEqual(refused('job_not_failed'));
  await expect(removeJob(services, admin, waiting)).rejects.toEqual(refused('job_not_failed'));
  await expect(retryJob(services, admin, '999999999999999999')).rejects.toEqual(refused('not_found'));
  expect([await stateOf(running), await stateOf(waiting)]).toEqual(['running', 'waiting']);
});

test('of two administrators who remove a job at once, one is told that it is gone', async () => {
  const id = await failedJob(run);
  const outcomes = await Promise.allSettled([removeJob(services, admin, id), removeJob(services, admin, id)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('nobody below an administrator sees a job, whatever a statement asks', async () => {
  const technician = await person(services, 'technician');
  expect(() => listJobs(services, technician, undefined)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  const id = await failedJob(run);
  const client = await services.pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`SELECT act_as(${technician.userId}, '')`);
    return tx.one(
      sql.unsafe`SELECT (SELECT count(*) FROM shown_jobs()) AS n, retry_job(${id}::bigint) AS retried, remove_failed_job(${id}::bigint) AS removed`
    );
  });
  expect(client).toEqual({ n: 0, retried: false, removed: false });
  expect(await stateOf(id)).toBe('failed');
});
