/** A laboratory of three people on its own server, each in a separate browser, for tests of the built app. */
import type { BrowserContext, Page } from 'playwright';
import { apiOf, type Api } from './api.ts';
import { makeDevice, type Device, type DeviceOptions } from './browser.ts';
import { PASSWORD } from './laboratory.ts';
import { see } from './see.ts';
import { copyDataDir, STARTED } from './prepared-data-dir.ts';
import { startServer } from './server.ts';

export type Visitor = { email: string; id: string; api: Api; device: Device; context: BrowserContext; page: Page };
export const LAB = 'Northfield Laboratory';

export const main = (page: Page) => page.getByRole('main');
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

export type LaboratoryOfThree = {
  readonly at: (path: string) => string;
  /** Where its server keeps everything. */
  readonly dataPath: string;
  readonly labId: string;
  /** Runs the installation. */
  readonly sue: Visitor;
  /** Founded the laboratory, which is private. */
  readonly ada: Visitor;
  /** Belongs to no organization. */
  readonly rita: Visitor;
  /** One more technician, without a browser. */
  readonly account: (email: string, full_name: string) => Promise<{ id: string; api: Api }>;
  /** What went wrong in any of the browsers. */
  readonly complaints: () => string[];
  readonly close: () => Promise<void>;
};

export async function laboratoryOfThree(options?: DeviceOptions): Promise<LaboratoryOfThree> {
  const dataDir = await copyDataDir(STARTED);
  const server = await startServer({ dataDir: dataDir.path });
  const at = (path: string) => `${server.baseUrl}${path}`;
  const anybody = apiOf(null, server.baseUrl);

  async function signedIn(email: string): Promise<Api> {
    const { body } = await anybody<{ access_token: string }>('POST', '/auth/login', { email, password: PASSWORD });
    return apiOf(body.access_token, server.baseUrl);
  }
  async function visitor(email: string, id: string): Promise<Visitor> {
    const device = await makeDevice(options);
    const { context, page } = await device.open('desktop');
    await page.goto(at('/sign-in'));
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Sign in');
    await see(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible({ timeout: 30_000 });
    return { email, id, api: await signedIn(email), device, context, page };
  }

  const first = { email: 'sue@lab.example', password: PASSWORD, full_name: 'Sue Super' };
  const registered = await anybody<{ id: string }>('POST', '/auth/register', first);
  const sue = await visitor(first.email, registered.body.id);
  const create = async (email: string, full_name: string) =>
    (await sue.api<{ id: string }>('POST', '/users', { email, full_name, password: PASSWORD, role: 'technician' })).body
      .id;
  const ada = await visitor('ada@lab.example', await create('ada@lab.example', 'Ada Admin'));
  const rita = await visitor('rita@lab.example', await create('rita@lab.example', 'Rita Requester'));
  const labId = (await ada.api<{ id: string }>('POST', '/organizations', { name: LAB, private: true })).body.id;
  return {
    at,
    dataPath: dataDir.path,
    labId,
    sue,
    ada,
    rita,
    account: async (email, full_name) => ({ id: await create(email, full_name), api: await signedIn(email) }),
    complaints: () => [sue, ada, rita].flatMap(({ device }) => device.complaints),
    close: async () => {
      for (const { context, device } of [sue, ada, rita]) {
        await context.close();
        await device.remove();
      }
      await server.stop();
      await dataDir.remove();
    }
  };
}
