/** The demonstration laboratory with three years of history, on its own server, and its manager signed in at a desktop. */
import type { BrowserContext, Page } from 'playwright';
import { MANAGER, PASSWORD } from '../../src/commands/demo/staff.ts';
import { apiOf, type Api } from './api.ts';
import { makeDevice, type DeviceOptions } from './browser.ts';
import { copyFilledDataDir, tokenOf } from './filled-demonstration.ts';
import { see } from './see.ts';
import { startServer } from './server.ts';

export type Demonstration = {
  readonly at: (path: string) => string;
  /** The manager's. */
  readonly api: Api;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the browser. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

/** Speaks as somebody else of the installation. */
export const apiAs = async ({ at }: Demonstration, email: string): Promise<Api> =>
  apiOf(await tokenOf(at(''), email), at(''));

/** Of its own: the demonstration's manager must be the first account of the installation. */
export async function openDemonstration(options?: DeviceOptions): Promise<Demonstration> {
  const dataDir = await copyFilledDataDir();
  const server = await startServer({ dataDir: dataDir.path });
  const device = await makeDevice(options);
  const { context, page } = await device.open('desktop');
  await page.goto(`${server.baseUrl}/sign-in`);
  await page.getByLabel('E-mail address').fill(MANAGER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await see(page.getByText(/assets are overdue/)).toBeVisible({ timeout: 60_000 });
  return {
    at: (path) => `${server.baseUrl}${path}`,
    api: apiOf(await tokenOf(server.baseUrl, MANAGER), server.baseUrl),
    context,
    page,
    complaints: device.complaints,
    close: async () => {
      await context.close();
      await device.remove();
      await server.stop();
      await dataDir.remove();
    }
  };
}
