/** Deliveries to real receivers, at a time that the test sets. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { MOST_ATTEMPTS_LOGGED } from '#lib/records/webhooks.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { removeExpired } from '#lib/server/use-cases/housekeeping/remove-expired.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { renewWebhookSecret, updateWebhook } from '#lib/server/use-cases/webhooks/change-webhook.ts';
import { getWebhook, listWebhookDeliveries } from '#lib/server/use-cases/webhooks/read-webhooks.ts';
import { externalBody, MEASURING, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { workOff } from '../../../../../tests/support/mail.ts';
import { webhookLaboratory, type WebhookLaboratory } from '../../../../../tests/support/webhook-laboratory.ts';
import {
  deliverDue,
  deliverOnce,
  startReceiver,
  verified,
  type Receiver,
  type Taken
} from '../../../../../tests/support/webhook-receiver.ts';
import { resendDelivery, testWebhook } from './send-by-hand.ts';

const SECOND = 1000;
const DAY = 86_400_000;

let lab: WebhookLaboratory;
let receiver: Receiver;
/** Answers with this; 204 unless a test sets another. */
let statusFor: (taken: Taken) => number;
beforeAll(async () => {
  lab = await webhookLaboratory();
  receiver = await startReceiver((taken, response) => void response.writeHead(statusFor(taken)).end('as told'));
});
afterAll(async () => {
  await receiver.close();
  await lab.database.drop();
});
afterEach(async () => {
  await execute(lab.database.url, 'DELETE FROM webhooks');
  receiver.taken.length = 0;
  statusFor = () => 204;
});
statusFor = () => 204;

let count = 0;
const newAsset = () =>
  createAsset(lab.services, lab.laboratory.admin, {
    ...MEASURING,
    asset_id: `D-${++count}`,
    name: 'Transmitter',
    organization_id: lab.laboratory.organizationId
  });
async function calibrate(asset: Asset, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    const body = externalBody(asset, { calibration_date: addDays('2026-03-04', i) });
    await recorded(lab.services, lab.laboratory.admin, body);
  }
}
const deliver = () => deliverDue(lab.database.url, lab.services);
const of = ({ asset_id }: Asset) =>
  receiver.taken
    .filter(({ message }) => message.data.asset?.asset_id === asset_id)
    .map(({ message }) => message.data.calibration?.version);

test('a receiver that fails for one asset keeps its order, and gets what concerns others', async () => {
  const { id } = await lab.webhook(receiver.url);
  const [failing, other] = [await newAsset(), await newAsset()];
  statusFor = ({ message }) => (message.data.asset?.asset_id === failing.asset_id ? 503 : 200);
  await calibrate(failing, 3);
  await calibrate(other, 2);
  await deliver();
  expect(of(failing)).toEqual([1]);
  expect(of(other)).toEqual([1, 2]);
  lab.pass(10 * SECOND);
  await deliver();
  expect(of(failing)).toEqual([1, 1]);
  statusFor = () => 200;
  await deliver();
  expect(of(failing)).toEqual([1, 1]);
  lab.pass(30 * SECOND);
  await deliver();
  expect(of(failing)).toEqual([1, 1, 1, 2, 3]);
  expect((await lab.deliveries(id)).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
});

test('a message is tried for a day under one id and then given up, and the next of its asset has its turn', async () => {
  const { id } = await lab.webhook(receiver.url);
  const asset = await newAsset();
  statusFor = ({ message }) => (message.data.calibration?.version === 1 ? 500 : 200);
  await calibrate(asset, 2);
  for (let hours = 0; hours < 26; hours++) {
    await deliver();
    lab.pass(3600 * SECOND);
  }
  const [first, second] = await lab.deliveries(id);
  expect(first).toMatchObject({ state: 'given_up', error: 'status', status_code: 500 });
  expect(first?.attempts).toBeGreaterThan(8);
  expect(second).toMatchObject({ state: 'delivered', attempts: 1, error: null });
  const ids = new Set(receiver.taken.slice(0, -1).map(({ headers }) => headers['webhook-id']));
  expect(ids).toEqual(new Set([first?.id]));
  const { items } = await listWebhookDeliveries(lab.services, lab.laboratory.admin, id, {
    limit: 10,
    state: 'given_up'
  });
  expect(items).toMatchObject([
    { event: 'calibration.recorded', fault: 'status', status_code: 500, answer: 'as told', next_attempt_at: null, asset: { asset_id: asset.asset_id } }
  ]); // prettier-ignore
});

test('by hand, what was given up or delivered is sent again under its id, and what waits at once', async () => {
  const { id } = await lab.webhook(receiver.url);
  const asset = await newAsset();
  statusFor = () => 500;
  await calibrate(asset);
  await deliver();
  const [delivery] = await lab.deliveries(id);
  statusFor = () => 200;
  await deliver();
  expect(of(asset)).toEqual([1]);
  const resend = () => resendDelivery(lab.services, lab.laboratory.admin, id, delivery?.id ?? '');
  expect(await resend()).toMatchObject({ state: 'waiting', attempts: 0, next_attempt_at: null });
  await deliver();
  expect(await lab.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  await resend();
  await deliver();
  expect(of(asset)).toEqual([1, 1, 1]);
  const [logged] = (await listWebhookDeliveries(lab.services, lab.laboratory.admin, id, { limit: 1 })).items;
  const at = lab.services.now().toISOString().replace('Z', '000Z');
  expect(logged).toMatchObject({
    attempts: 1,
    log: [
      { at, status_code: 500, fault: 'status', answer: 'as told' },
      { at, status_code: 200, fault: null, answer: null },
      { at, status_code: 200, fault: null, answer: null }
    ]
  });
  expect(new Set(receiver.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await expect(resendDelivery(lab.services, lab.laboratory.admin, id, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('of the attempts of a message, the last thirty are kept', async () => {
  const { id } = await lab.webhook(receiver.url);
  await calibrate(await newAsset());
  statusFor = () => 500;
  for (let n = 0; n < MOST_ATTEMPTS_LOGGED + 3; n++) {
    await deliver();
    const [delivery] = await lab.deliveries(id);
    await resendDelivery(lab.services, lab.laboratory.admin, id, delivery?.id ?? '');
    lab.pass(SECOND);
  }
  const [logged] = (await listWebhookDeliveries(lab.services, lab.laboratory.admin, id, { limit: 1 })).items;
  const times = (logged?.log ?? []).map(({ at }) => Date.parse(at));
  expect(times).toHaveLength(MOST_ATTEMPTS_LOGGED);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(lab.services.now().getTime() - SECOND);
});

test('a receiver that takes nothing for three days is turned off, its administrators are notified, and turning it on sends what waits', async () => {
  const { services, laboratory, database } = lab;
  const { id } = await lab.webhook(receiver.url, { name: 'Planning' });
  const asset = await newAsset();
  statusFor = () => 502;
  await calibrate(asset, 6);
  for (let hours = 0; hours < 75; hours++) {
    await deliver();
    lab.pass(3600 * SECOND);
  }
  const shown = await getWebhook(services, laboratory.admin, id);
  expect(shown).toMatchObject({ is_active: false, turned_off: 'failing' });
  expect(await workOff(database.url, services, 'notify_webhook_turned_off')).toBe(1);
  const notified = async (who: typeof laboratory.admin) =>
    (await listNotifications(services, who, { limit: 50 })).items.filter(
      ({ category }) => category === 'webhook_turned_off'
    );
  expect(await notified(laboratory.admin)).toMatchObject([
    { title: 'Webhook “Planning” was turned off', link: `/organizations/${laboratory.organizationId}` }
  ]);
  expect(await notified(laboratory.technician)).toEqual([]);
  await expect(testWebhook(services, laboratory.admin, id)).rejects.toMatchObject({ code: 'webhook_off' });
  const before = receiver.taken.length;
  lab.pass(DAY);
  await deliver();
  expect(receiver.taken).toHaveLength(before);

  statusFor = () => 200;
  const waiting = (await lab.deliveries(id)).filter(({ state }) => state === 'waiting');
  expect(waiting.length).toBeGreaterThan(0);
  const on = await updateWebhook(services, laboratory.admin, id, { is_active: true }, null);
  expect(on).toMatchObject({ is_active: true, turned_off: null, failing_since: null });
  await deliver();
  expect(receiver.taken).toHaveLength(before + waiting.length);
  expect((await lab.deliveries(id)).filter(({ state }) => state === 'waiting')).toEqual([]);
});

test('one that answers 410 Gone is turned off at once', async () => {
  const { id } = await lab.webhook(receiver.url);
  statusFor = () => 410;
  await calibrate(await newAsset());
  await deliver();
  expect(await getWebhook(lab.services, lab.laboratory.admin, id)).toMatchObject({
    is_active: false,
    turned_off: 'gone'
  });
  const { rows } = await execute(
    lab.database.url,
    `SELECT actor_id, resource_label FROM audit_log WHERE action = 'webhook.turned_off' AND resource_id = $1`,
    [id]
  );
  expect(rows).toEqual([{ actor_id: null, resource_label: 'Planning' }]);
});

test('two workers at once send each message once, and one of each asset at a time', async () => {
  await lab.webhook(receiver.url);
  const assets = await Promise.all(Array.from({ length: 4 }, newAsset));
  for (const asset of assets) await calibrate(asset, 3);
  const { rows } = await execute(
    lab.database.url,
    `SELECT DISTINCT webhook_id AS id FROM webhook_deliveries WHERE state = 'waiting'`
  );
  const { deliverWebhook } = await import('./deliver-webhook.ts');
  for (let round = 0; round < 3; round++) {
    await Promise.all([1, 2, 3].map(() => deliverWebhook(lab.services, String(rows[0]?.id))));
  }
  await deliver();
  for (const asset of assets) expect(of(asset)).toEqual([1, 2, 3]);
});

test('after a worker that died in an attempt, the message is sent again when its claim has expired', async () => {
  const { id } = await lab.webhook(receiver.url);
  const asset = await newAsset();
  await calibrate(asset);
  await execute(
    lab.database.url,
    'UPDATE webhook_deliveries SET claimed_until = $1, attempts = 1, first_attempt_at = $2, last_attempt_at = $2',
    [new Date(lab.services.now().getTime() + 30 * SECOND), lab.services.now()]
  );
  await deliver();
  expect(of(asset)).toEqual([]);
  const { rows } = await execute(lab.database.url, `SELECT run_at > now() - interval '1 year' AS later FROM graphile_worker.jobs WHERE key = $1`, [`webhook:${id}:later`]); // prettier-ignore
  expect(rows).toHaveLength(1);
  lab.pass(31 * SECOND);
  await deliver();
  expect(of(asset)).toEqual([1]);
});

test('for a day after a new secret was made, messages are signed with both', async () => {
  const { services, laboratory, database } = lab;
  const before = await lab.webhook(receiver.url);
  const after = await renewWebhookSecret(services, laboratory.admin, before.id);
  expect(after.secret).not.toBe(before.secret);
  await testWebhook(services, laboratory.admin, before.id);
  await deliverOnce(database.url, services);
  lab.pass(DAY + SECOND);
  await testWebhook(services, laboratory.admin, before.id);
  await deliverOnce(database.url, services);
  const [within, later] = receiver.taken;
  if (within === undefined || later === undefined) throw new Error('two messages were expected');
  expect(within.message).toMatchObject({ type: 'webhook.ping', data: { organization_id: laboratory.organizationId } });
  for (const { secret } of [before, after]) expect(verified(within, secret)).toEqual(within.message);
  expect(verified(later, after.secret)).toEqual(later.message);
  expect(() => verified(later, before.secret)).toThrow();
  await removeExpired(services);
  expect((await getWebhook(services, laboratory.admin, before.id)).previous_secret_until).toBeNull();
});

test('with a SECRET_KEY that does not open its secret, nothing is sent', async () => {
  const { id } = await lab.webhook(receiver.url);
  await calibrate(await newAsset());
  await deliverDue(lab.database.url, { ...lab.services, secretKey: Buffer.alloc(32, 9) });
  expect(receiver.taken).toEqual([]);
  expect(await lab.deliveries(id)).toMatchObject([{ state: 'waiting', error: 'secret' }]);
});

test('deliveries expire after thirty days, and housekeeping wakes what waits without a job', async () => {
  const { services, database } = lab;
  const { id } = await lab.webhook(receiver.url);
  const asset = await newAsset();
  await calibrate(asset, 2);
  await execute(database.url, `DELETE FROM graphile_worker._private_jobs`);
  await deliver();
  expect(of(asset)).toEqual([]);
  await removeExpired(services);
  await deliver();
  expect(of(asset)).toEqual([1, 2]);
  await execute(database.url, `UPDATE webhook_deliveries SET occurred_at = $2 WHERE id = $1`, [
    (await lab.deliveries(id))[0]?.id,
    new Date(services.now().getTime() - 31 * DAY)
  ]);
  await removeExpired(services);
  expect(await lab.deliveries(id)).toHaveLength(1);
});
