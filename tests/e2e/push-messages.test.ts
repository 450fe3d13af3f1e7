/**
 * A push message as a device shows it: delivered by the browser's own tools to the service worker of the running app, which has it shown.
 * `push.pg.test.ts` decrypts what the server sends to a push service, which has a public address. The shell of the browser shows no
 * notifications, so this is the whole one.
 */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { keepFailure, makeDevice, type Device } from '../support/browser.ts';
import { createPerson, PASSWORD } from '../support/laboratory.ts';
import { press } from '../support/laboratory-of-three.ts';
import { see } from '../support/see.ts';

const origin = inject('baseUrl');
let device: Device;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const { email } = await createPerson('technician', 'Nora Notified');
  device = await makeDevice({ kind: 'whole', goesOffline: true });
  ({ context, page } = await device.open('desktop'));
  await context.grantPermissions(['notifications'], { origin });
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await see(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible({ timeout: 60_000 });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}, 300_000);
afterAll(async () => {
  await context.close();
  await device.remove();
});

/** A push service that hands what it is given to the worker of this device. */
async function pushService(): Promise<(data: string) => Promise<unknown>> {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [found] }) => found && resolve(found.registrationId)
    )
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/** What the device shows, in the order of its words. */
const shown = () =>
  page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all
      .map(({ title, body, lang, data }) => ({ title, body, lang, path: String(data) }))
      .toSorted((a, b) => a.body.localeCompare(b.body));
  });

test('a push message is shown in general words, and a click opens its page', { timeout: 180_000 }, async () => {
  keepFailure(context, page);
  const deliver = await pushService();
  const path = '/organizations';
  await deliver(JSON.stringify({ about: 'calibration_recorded', language: 'de', path }));
  await expect
    .poll(shown)
    .toEqual([{ title: 'Plumbline', body: 'Es gibt Neues zu einer Kalibrierung.', lang: 'de', path }]);

  // Several about one page are one; what cannot be read is shown all the same, and leads to no other site.
  await deliver(JSON.stringify({ about: 'join_request', language: 'de', path }));
  await deliver(JSON.stringify({ about: 'Northfield Laboratory', language: 'xx', path: '//evil.example' }));
  await expect.poll(shown).toEqual([
    { title: 'Plumbline', body: 'Jemand möchte Ihrer Organisation beitreten.', lang: 'de', path },
    { title: 'Plumbline', body: 'There is a new notification.', lang: 'en', path: '/notifications' }
  ]);

  await context.serviceWorkers()[0]?.evaluate(async () => {
    const { registration } = globalThis as unknown as ServiceWorkerGlobalScope;
    const clicked = (await registration.getNotifications()).find(({ lang }) => lang === 'de');
    // The browser has no tool for a click; the event is the one that a click causes.
    if (clicked) globalThis.dispatchEvent(new NotificationEvent('notificationclick', { notification: clicked }));
  });
  await see(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await shown()).map(({ lang }) => lang)).toEqual(['en']);
  expect(device.complaints).toEqual([]);
});
