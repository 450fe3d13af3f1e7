import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { newVapidKeys, vapidOf } from '#lib/server/push/vapid.ts';
import { logOut } from '#lib/server/use-cases/accounts/log-out.ts';
import { updateNotificationPreferences } from '#lib/server/use-cases/people/notification-preferences.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createWebhookSender } from '#lib/server/webhooks/send-message.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { waitingJobs, workOff } from '../../../../../tests/support/mail.ts';
import { person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getPushState, subscribeToPush, testPush, unsubscribeFromPush } from './own-subscription.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let service: Server;
let origin: string;
/** What the push service answers, and what it was sent. */
let answers: number[] = [];
const taken: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];

const keys = { ...newVapidKeys(), subject: 'mailto:office@laboratory.example' };
beforeAll(async () => {
  service = createServer((request, response) => {
    void buffer(request).then((body) => {
      taken.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answers.shift() ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  database = await createTestDatabase();
  services = await testServices(database, {
    push: { sender: createWebhookSender({ allowPrivate: true }), vapid: vapidOf(keys) }
  });
  laboratory = await calibratedLaboratory(services);
});
afterAll(async () => {
  service.close();
  await database.drop();
});
beforeEach(() => {
  answers = [];
  taken.length = 0;
});

type Browser = { readonly ecdh: ECDH; readonly auth: Buffer; readonly endpoint: string; readonly actor: PersonActor };

/** A person signed in at a browser that receives push messages. */
async function subscribed(who: PersonActor): Promise<Browser> {
  const sessionId = randomBytes(16).toString('hex');
  await execute(
    database.url,
    `INSERT INTO sessions (id, user_id, expires_at, kind) VALUES ($1, $2, now() + interval '1 day', 'brief')`,
    [sessionId, who.userId]
  );
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const browser = { ecdh, auth: randomBytes(16), endpoint: `${origin}/${sessionId}`, actor: { ...who, sessionId } };
  expect(await subscribeToPush(services, browser.actor, bodyOf(browser))).toEqual({
    public_key: keys.publicKey,
    subscribed: true
  });
  return browser;
}
const bodyOf = ({ endpoint, ecdh, auth }: Browser) => ({
  endpoint,
  keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
});

/** As a browser reads it (RFC 8291, RFC 8188). */
function decrypted({ ecdh, auth }: Browser, body: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const derive = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  );
  cipher.setAuthTag(body.subarray(-16));
  const record = Buffer.concat([cipher.update(body.subarray(21 + senderKey.length, -16)), cipher.final()]);
  expect(record.at(-1)).toBe(2);
  return JSON.parse(record.subarray(0, -1).toString());
}
const isSubscribed = async ({ actor }: Browser) => (await getPushState(services, actor)).subscribed;
const record = async () => (await recorded(services, laboratory.technician, externalBody(laboratory.reference))).id;
const notify = () => workOff(database.url, services, 'notify_calibration_recorded');
const deliver = () => workOff(database.url, services, 'push_notice');

test('a calibration recorded reaches each device of whoever wants to know, once, without a name or value', async () => {
  const [desk, phone] = [await subscribed(laboratory.admin), await subscribed(laboratory.admin)];
  const id = await record();
  await handlers.notify_calibration_recorded(services, { calibration_id: id });
  await notify();
  expect(await deliver()).toBe(2);
  for (const browser of [desk, phone]) {
    const found = taken.filter(({ path }) => browser.endpoint.endsWith(path));
    expect(found).toHaveLength(1);
    const [{ headers, body }] = found as [(typeof taken)[number]];
    expect(decrypted(browser, body)).toEqual({
      about: 'calibration_recorded',
      language: 'en',
      path: `/calibrations/${id}`
    });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(headers.authorization).toContain(`k=${keys.publicKey}`);
  }
  // Whoever recorded it knows.
  expect(taken).toHaveLength(2);

  await updateNotificationPreferences(services, laboratory.admin, {
    calibration_recorded: { email: true, in_app: true, push: false }
  });
  // A program that does not know of the channel leaves it as it is.
  const after = await updateNotificationPreferences(services, laboratory.admin, {
    calibration_recorded: { email: false, in_app: true }
  });
  expect(after.calibration_recorded).toEqual({ email: false, in_app: true, push: false });
  await record();
  await notify();
  expect(await deliver()).toBe(0);
  await updateNotificationPreferences(services, laboratory.admin, {
    calibration_recorded: { email: true, in_app: true, push: true }
  });
});

test.each([404, 410])('a subscription that has ended (%i) is removed', async (status) => {
  const browser = await subscribed(await person(services, 'technician'));
  answers = [status];
  expect(await testPush(services, browser.actor)).toEqual({ delivered: false });
  expect(await isSubscribed(browser)).toBe(false);
});

test('a push service that is busy is asked again by the queue; one that refuses is not, and nothing else fails', async () => {
  const browser = await subscribed(await person(services, 'technician'));
  const [{ id }] = (
    await execute(database.url, 'SELECT id FROM push_subscriptions WHERE endpoint = $1', [browser.endpoint])
  ).rows as [{ id: string }];
  const send = () => handlers.push_notice(services, { subscription_id: id, about: 'other', path: '/' });
  for (const status of [429, 500, 503]) {
    answers = [status];
    await expect(send()).rejects.toThrow('took nothing');
  }
  answers = [400];
  await send();
  expect(await isSubscribed(browser)).toBe(true);
  await send();
  expect(decrypted(browser, (taken.at(-1) as (typeof taken)[number]).body)).toMatchObject({ about: 'other' });
});

test('it ends with the session, with the account, and where somebody else signs in at the same browser', async () => {
  const leaving = await subscribed(await person(services, 'technician'));
  await logOut(services, leaving.actor.sessionId ?? '');
  const deactivated = await subscribed(await person(services, 'technician'));
  await updateUser(services, await superadmin(services), deactivated.actor.userId, { is_active: false }, null);
  const first = await subscribed(await person(services, 'technician'));
  const second = await subscribed(await person(services, 'technician'));
  await subscribeToPush(services, second.actor, bodyOf(first));
  expect(await isSubscribed(first)).toBe(false);
  const left = await execute(database.url, 'SELECT user_id FROM push_subscriptions WHERE endpoint = ANY ($1)', [
    [leaving, deactivated, first, second].map(({ endpoint }) => endpoint)
  ]);
  expect(left.rows).toEqual([{ user_id: second.actor.userId }]);
  await unsubscribeFromPush(services, second.actor);
  expect(await isSubscribed(second)).toBe(false);
});

test('nothing is sent to private addresses, whatever the name resolves to; no request leaves', async () => {
  const guarded = {
    ...services,
    push: {
      vapid: vapidOf(keys),
      sender: createWebhookSender({
        allowPrivate: false,
        resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      })
    }
  };
  const browser = await subscribed(await person(services, 'technician'));
  const body = bodyOf(browser);
  for (const endpoint of [
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/x',
    'https://a:b@push.example/x',
    'http://push.example/x'
  ]) {
    await expect(subscribeToPush(guarded, browser.actor, { ...body, endpoint })).rejects.toMatchObject({
      faults: [{ loc: ['body', 'endpoint'] }]
    });
  }
  await subscribeToPush(guarded, browser.actor, { ...body, endpoint: 'https://rebound.example/x' });
  expect(await testPush(guarded, browser.actor)).toEqual({ delivered: false });
  expect(await isSubscribed(browser)).toBe(false);
  expect(taken).toEqual([]);
});

test('without keys, with an access token, or with the keys of no device, there is none', async () => {
  const browser = await subscribed(await person(services, 'technician'));
  const body = bodyOf(browser);
  const { sessionId: _none, ...byToken } = browser.actor;
  await expect(subscribeToPush(services, byToken, body)).rejects.toMatchObject({ code: 'forbidden' });
  const wrong = { ...body, keys: { ...body.keys, p256dh: 'A'.repeat(87) } };
  await expect(subscribeToPush(services, browser.actor, wrong)).rejects.toMatchObject({
    faults: [{ loc: ['body', 'keys', 'p256dh'] }]
  });
  const off = { ...services, push: undefined };
  await expect(subscribeToPush(off, browser.actor, body)).rejects.toMatchObject({ code: 'push_off' });
  expect(await getPushState(off, browser.actor)).toMatchObject({ public_key: null });
  const id = await record();
  await handlers.notify_calibration_recorded(off, { calibration_id: id });
  expect(await waitingJobs(database.url, 'push_notice')).toEqual([]);
});
