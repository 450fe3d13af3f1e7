/** Scripts in every text that anybody can write never run, on no page; and no page breaks the content security policy. */
import { readdirSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomesQuiet } from '../support/becomes-quiet.ts';
import { makeDevice, type Device } from '../support/browser.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { painted } from '../support/look-at.ts';
import { readDocument } from '../support/openapi.ts';
import { see } from '../support/see.ts';
import { follow } from '../support/visit.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { freeTextsOf, payload, SENTINEL, type Schema, type Schemas } from './payload/fill-text.ts';
import { makeHostileLaboratory, type HostileLaboratory } from './payload/hostile-laboratory.ts';

const pages = readdirSync('src/routes', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('+page.svelte')
);
/** Every page of the route folder, as an address with `[parameter]`s, without groups. */
const routeOf = (file: string) => `/${file.replace(/\/?\+page\.svelte$/, '').replaceAll(/\([^)]*\)\/?/g, '')}`;
const routes = pages.map(routeOf).sort();
/** To these the app itself leads whoever is signed in. */
const inApp = new Set(pages.filter((file) => file.startsWith('(app)')).map(routeOf));

let server: RunningServer;
let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let device: Device;
let context: BrowserContext;
let page: Page;
let laboratory: HostileLaboratory;
let bodies: ReadonlyMap<string, Schema>;
let schemas: Schemas;
const dialogs: string[] = [];
/** Pages on which a payload stands as text: where none did, nothing would be shown by this. */
const SHOWING = new Set([
  '/',
  '/admin/certificate-templates',
  '/assets',
  '/assets/[ref]',
  '/assets/[ref]/edit',
  '/calibrations/[id]',
  '/locations',
  '/notifications',
  '/organizations',
  '/organizations/[id]',
  '/organizations/[id]/certificate-templates',
  '/organizations/[id]/certificate-templates/[template]',
  '/people',
  '/procedures',
  '/profile',
  '/profile/security',
  '/recalls/[id]',
  '/users/[id]'
]);

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  server = await startServer({ dataDir: dataDir.path });
  const { document } = await readDocument(server.baseUrl);
  schemas = document.components.schemas;
  bodies = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, requestBody }) => {
        const schema = requestBody?.content['application/json']?.schema;
        return schema === undefined ? [] : [[operationId, schema] as const];
      })
  );
  laboratory = await makeHostileLaboratory(server.baseUrl, { schemas, bodyOf: (name) => bodies.get(name) ?? {} });
  device = await makeDevice();
  ({ context, page } = await device.open('desktop'));
  await context.addInitScript((name) => {
    Object.assign(window, { [name]: () => alert(name) });
  }, SENTINEL);
  page.on('dialog', (dialog) => {
    dialogs.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
}, 300_000);
afterAll(async () => {
  await context.close();
  await device.remove();
  await server.stop();
  await dataDir.remove();
});

/** An address of a route: each parameter is a record of the folder before it. */
function addressOf(route: string): string {
  const filled = route.replaceAll(/(\w+)\/\[\w+\]/g, (_, folder: string) => {
    const id = laboratory.ids[folder];
    if (id === undefined) throw new Error(`${route}: the laboratory has nothing for ${folder}`);
    return `${folder}/${id}`;
  });
  const hostile = {
    q: payload('q', 1000),
    token: payload('token', 1000),
    next: payload('website', 1000),
    email: payload('email', 1000)
  };
  return `${filled}?${new URLSearchParams(hostile)}`;
}

/** The words of the page, those in its fields too. */
const wordsShown = () =>
  page.evaluate(
    () =>
      document.body.innerText +
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value).join(' ')
  );

/** Opens a page, unfolds what it folds, points at what it shows. @returns addresses on it that would run as a script. */
async function visit(route: string, isSignedIn: boolean): Promise<string[]> {
  const url = `${server.baseUrl}${addressOf(route)}`;
  await (isSignedIn && inApp.has(route) ? follow(page, url) : page.goto(url));
  await page.locator('main, h1, form').first().waitFor({ timeout: 20_000 });
  // What the page fetches after it stands has come.
  await becomesQuiet(page, 400);
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    for (const element of document.querySelectorAll('main *'))
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  });
  await painted(page);
  return page
    .locator('[href], [src], [action], [formaction]')
    .evaluateAll((elements) =>
      elements.flatMap((element) =>
        ['href', 'src', 'action', 'formaction']
          .map((name) => element.getAttribute(name) ?? '')
          .filter((address) => /^\s*(javascript|vbscript|data:text)/i.test(address))
      )
    );
}

test('nobody who is not signed in is shown a payload that runs, from an address either', async () => {
  for (const route of routes.filter((name) => !name.includes('[')))
    expect([route, await visit(route, false)]).toEqual([route, []]);
  expect(dialogs).toEqual([]);
});

describe('signed in', () => {
  beforeAll(async () => {
    await page.goto(`${server.baseUrl}/sign-in`);
    await page.getByLabel('E-mail address').fill(laboratory.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await see(page.getByText(SENTINEL).first()).toBeVisible({ timeout: 60_000 });
    await laboratory.addPasskey();
  });

  test('every free text that the API accepts holds a payload', () => {
    const free = [...bodies].flatMap(([operation, schema]) => freeTextsOf(schema, schemas, operation));
    // The server's own answer sent back, and what is tried and not stored, are the same texts again.
    const stored = free.filter(
      (field) =>
        !/^createCalibration\.analysis\.result|\.correction_in_force\./.test(field) &&
        !/^(previewCertificateTemplate|signInWithSecondFactor|getPasskeyOptions|beginOidcProof|beginIdentity)\./.test(
          field
        )
    );
    const isFilled = (field: string) =>
      laboratory.filled.has(field) ||
      laboratory.filled.has(field.replace('createCalibration.analysis.request', 'analyze'));
    expect(stored.length).toBeGreaterThan(50);
    expect(stored.filter((field) => !isFilled(field))).toEqual([]);
  });

  test.each(routes)('%s runs nothing', async (route) => {
    expect(await visit(route, true)).toEqual([]);
    if (SHOWING.has(route)) await see.poll(wordsShown).toContain(SENTINEL);
    expect(dialogs).toEqual([]);
  });

  test('the saved views of the list of assets run nothing', async () => {
    await page.goto(`${server.baseUrl}/assets`);
    await page.getByRole('button', { name: 'Views…' }).click();
    await see(page.getByRole('dialog').getByText(SENTINEL).first()).toBeVisible();
    expect(dialogs).toEqual([]);
  });

  test('the pages that show what was written are among them', () => {
    expect([...SHOWING].filter((route) => !routes.includes(route))).toEqual([]);
  });
});

test('documents that are no pages of the app show no payload of an address either', async () => {
  const documents = ['/api/docs', '/api/docs/permissions', '/api/v1/openapi.json'];
  for (const path of documents) {
    await page.goto(`${server.baseUrl}${path}?q=${encodeURIComponent(payload('q', 1000))}`);
    expect(await page.content()).not.toContain(`onerror=${SENTINEL}`);
  }
  expect(dialogs).toEqual([]);
});

test('the sentinel is no dead one: a script that does run is noticed', async () => {
  await page.evaluate((name) => (window as unknown as Record<string, () => void>)[name]?.(), SENTINEL);
  expect(dialogs).toHaveLength(1);
});

test('no page of them broke a script or the content security policy', () => {
  expect(device.complaints).toEqual([]);
});
