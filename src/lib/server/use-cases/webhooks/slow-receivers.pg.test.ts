/** Receivers that never answer, and the real queue: whom they keep waiting. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { MOST_WEBHOOKS } from '#lib/records/webhooks.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { startJobs, type JobRunner } from '#lib/server/jobs/runner.ts';
import { createWebhookSender } from '#lib/server/webhooks/send-message.ts';
import { eventually } from '../../../../../tests/support/api.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { organizationOf, person } from '../../../../../tests/support/people.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import { webhookLaboratory, type WebhookLaboratory } from '../../../../../tests/support/webhook-laboratory.ts';
import { startReceiver, type Receiver } from '../../../../../tests/support/webhook-receiver.ts';
import { createWebhook } from './create-webhook.ts';
import { testWebhook } from './send-by-hand.ts';

let lab: WebhookLaboratory;
let jobs: JobRunner;
let hanging: Receiver;
let quick: Receiver;
const open: ServerResponse[] = [];
beforeAll(async () => {
  lab = await webhookLaboratory();
  await execute(lab.database.url, 'DELETE FROM graphile_worker._private_jobs');
  hanging = await startReceiver((_taken, response) => void open.push(response));
  quick = await startReceiver();
  // Longer than any test: it is the receivers that decide when an attempt ends.
  const webhooks = createWebhookSender({ allowPrivate: true, attemptMs: 600_000 });
  jobs = await startJobs(asOwner(lab.database.url), { ...lab.services, webhooks });
});
afterAll(async () => {
  await hanging.close();
  await quick.close();
  await jobs.stop();
  await lab.database.drop();
});

test('all but one receiver of an organization hang: its other one, another organization and other jobs do not wait', async () => {
  const { services, laboratory } = lab;
  const { organization, founder } = await organizationOf(services, await person(services, 'admin'), { private: true });
  const url = hanging.url;
  for (let n = 1; n < MOST_WEBHOOKS; n++) {
    const { id } = await lab.webhook(url, { name: `Slow ${n}` });
    await testWebhook(services, laboratory.admin, id);
  }
  await eventually(() => Promise.resolve(open.length === MOST_WEBHOOKS - 1));

  const beside = await lab.webhook(quick.url, { name: 'Quick' });
  await testWebhook(services, laboratory.admin, beside.id);
  const given = { organization_id: organization.id, name: 'Other', url: quick.url, events: ['asset.overdue' as const] };
  const other = await createWebhook(services, founder, given);
  await testWebhook(services, founder, other.id);
  await eventually(async () => {
    const states = [...(await lab.deliveries(beside.id)), ...(await lab.deliveries(other.id))];
    return states.length === 2 && states.every(({ state }) => state === 'delivered');
  });
  expect(quick.taken.map(({ message }) => message.data.organization_id).toSorted()).toEqual(
    [organization.id, laboratory.organizationId].toSorted()
  );
  await transaction(services.pool, SYSTEM, (tx) => enqueue(tx, 'remove_expired', {}));
  const waiting = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'remove_expired'`;
  await eventually(async () => (await execute(lab.database.url, waiting)).rowCount === 0);
  // Nobody has answered or given up meanwhile.
  expect(open.filter((response) => !response.destroyed && !response.writableEnded)).toHaveLength(MOST_WEBHOOKS - 1);
}, 60_000);
