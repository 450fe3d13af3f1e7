import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { onTestFailed } from 'vitest';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without a browser's own windows: less than half of the work for each page. */
const SHELL = '/usr/bin/chromium-headless-shell';

type Kind = 'whole' | 'shell';
/**
 * The browser that tests drive.
 * @param kind `whole` for tests of what a browser adds to its engine: printing, scroll bars, what a page weighs on a device.
 * @throws with what to install, where none is found.
 */
export function chromiumPath(kind: Kind = 'shell'): string {
  const known = kind === 'shell' ? [SHELL, ...WHOLE] : WHOLE;
  const found = [process.env['CHROMIUM_PATH'], ...known, chromium.executablePath()].find(
    (path) => path !== undefined && path !== '' && existsSync(path)
  );
  if (found === undefined) throw new Error('No Chromium was found: apt-get install chromium, or set CHROMIUM_PATH');
  return found;
}

export type Size = 'phone' | 'tablet' | 'desktop';
export const VIEWPORTS: Readonly<Record<Size, { width: number; height: number }>> = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 900 }
};

/** A tablet on its side, as it lies beside a bath. */
export const LANDSCAPE = { width: 1180, height: 820 };

const PICTURES = 'tests/.output/screens';
/** Pictures are for eyes, and take as long as all that is checked: `PICTURES=1 npx vitest run --project e2e …` makes them. */
const ARE_WANTED = process.env['PICTURES'] === '1';
/** A list without end is shown that far. */
const MOST_PIXELS = 4000;

/** A person's device. */
export type Device = {
  readonly open: (size?: Size) => Promise<{ context: BrowserContext; page: Page }>;
  /** What the pages of this device complained about: script errors and violations of the content security policy. */
  readonly complaints: string[];
  readonly remove: () => Promise<void>;
};

const PATIENCE_MS = 60_000;
type Opening = Parameters<Browser['newContext']>[0];
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export type DeviceOptions = {
  readonly locale?: string;
  readonly kind?: Kind;
  /**
   * The app installs its service worker. To keep every file of the app takes longer than many a test, so that only those have it that
   * need it: without network, or to hear of messages.
   */
  readonly goesOffline?: boolean;
};
export const GOES_OFFLINE: DeviceOptions = { goesOffline: true };

/** One that forgets everything when it is closed: a window of a browser that all of a worker's tests share. */
export async function makeDevice({ locale, kind, goesOffline = false }: DeviceOptions = {}): Promise<Device> {
  const browser = await sharedBrowser(kind ?? 'shell');
  return deviceOf(
    locale ?? 'en-GB',
    (opening) => browser.newContext({ ...opening, serviceWorkers: goesOffline ? 'allow' : 'block' }),
    () => Promise.resolve()
  );
}

/**
 * One whose storage outlives a closed browser, as on a real tablet: a browser of its own, which takes far longer to start than a window.
 * @param args further ones for the browser: another camera, for example.
 */
export async function makeLastingDevice(locale = 'en-GB', args: readonly string[] = []): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-device-'));
  const launching = { executablePath: chromiumPath(), args: [...ARGS, ...args] };
  return deviceOf(
    locale,
    (opening) => chromium.launchPersistentContext(folder, { ...launching, ...opening }),
    () => rm(folder, { recursive: true, force: true })
  );
}

/** Playwright ends them with the worker. */
const shared = new Map<Kind, Promise<Browser>>();
function sharedBrowser(kind: Kind): Promise<Browser> {
  const running = shared.get(kind) ?? chromium.launch({ executablePath: chromiumPath(kind), args: ARGS });
  shared.set(kind, running);
  return running;
}

function deviceOf(
  locale: string,
  begin: (opening: Opening) => Promise<BrowserContext>,
  remove: () => Promise<void>
): Device {
  const complaints: string[] = [];
  return {
    complaints,
    open: async (size = 'desktop') => {
      const context = await begin({
        viewport: VIEWPORTS[size],
        hasTouch: size !== 'desktop',
        locale,
        timezoneId: 'UTC'
      });
      // On a busy machine all that a page brings with it takes longer than the half minute that is usual.
      context.setDefaultTimeout(PATIENCE_MS);
      context.on('weberror', (failure) => complaints.push(String(failure.error())));
      context.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
      });
      const page = context.pages()[0] ?? (await context.newPage());
      return { context, page };
    },
    remove
  };
}

/**
 * Writes a picture of the page in each of the sizes, as high as its content: the window grows with it, so that what is
 * fixed to an edge of the window is at the edge of the picture. Only where pictures are wanted.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (!ARE_WANTED) return;
  await mkdir(PICTURES, { recursive: true });
  const before = page.viewportSize();
  for (const [size, { width, height }] of Object.entries({ ...VIEWPORTS, landscape: LANDSCAPE })) {
    await page.setViewportSize({ width, height });
    const content = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(Math.max(height, content), MOST_PIXELS) });
    await page.waitForTimeout(100);
    await page.screenshot({ path: join(PICTURES, `${name}-${size}.png`), animations: 'disabled' });
  }
  if (before) await page.setViewportSize(before);
}

/** Call it inside a test: should the test fail, a picture of where it stood is kept, and the browser is closed. */
export function keepFailure(context: BrowserContext, page: Page): void {
  onTestFailed(async ({ task }) => {
    await mkdir(PICTURES, { recursive: true });
    const name = task.name.replaceAll(/\W+/g, '-');
    await page.screenshot({ path: join(PICTURES, `failed-${name}.png`), fullPage: true });
    await context.close();
  });
}
