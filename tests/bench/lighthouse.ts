/**
 * What Lighthouse says of three pages on a phone of its own measure (a slow processor and network, simulated): signing in as a first
 * visit, home and the calibrate page as somebody sees them who has worked with the app before. Lighthouse comes from the registry when
 * this runs, at this version: no other command needs it, and it brings more packages than the project has.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '#lib/server/db/embedded/free-port.ts';
import { MANAGER, PASSWORD } from '../../src/commands/demo/staff.ts';
import { makeLastingDevice } from '../support/browser.ts';
import { copyFilledDataDir } from '../support/filled-demonstration.ts';
import { see } from '../support/see.ts';
import { startServer } from '../support/server.ts';
import { median, type Figure } from './measure.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const ROUNDS = 3;
const ASSET = 'TT-032';
const LEAST = {
  performance: { value: 65, aim: 95 },
  accessibility: { value: 100 },
  'best-practices': { value: 100 },
  seo: { value: 100 }
} as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST) as Category[];
const MOST_OUTPUT = 64 * 1024 * 1024;
const run = promisify(execFile);

type Report = {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly numericValue?: number }>
  >;
};
/** What performance is made of, next to the stillness of the page. */
const TIMES = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'total blocking time'
} as const;

export async function benchLighthouse(): Promise<Figure[]> {
  const dataDir = await copyFilledDataDir();
  const server = await startServer({ dataDir: dataDir.path });
  const port = await freePort();
  const device = await makeLastingDevice('en-GB', [`--remote-debugging-port=${port}`]);
  const { context, page } = await device.open('phone');
  try {
    const figures = await figuresOf('sign-in', port, `${server.baseUrl}/sign-in`, []);
    await page.goto(`${server.baseUrl}/sign-in`);
    await page.getByLabel('E-mail address').fill(MANAGER);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await see(page.getByText(/assets are overdue/)).toBeVisible({ timeout: 60_000 });
    for (const [name, path] of [
      ['home', '/'],
      ['calibrate', `/assets/${ASSET}/calibrate`]
    ] as const) {
      figures.push(...(await figuresOf(name, port, `${server.baseUrl}${path}`, ['--disable-storage-reset'])));
    }
    return figures;
  } finally {
    await context.close();
    await device.remove();
    await server.stop();
    await dataDir.remove();
  }
}

async function figuresOf(name: string, port: number, url: string, more: readonly string[]): Promise<Figure[]> {
  const reports: Report[] = [];
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await report(port, url, more));
  const last = reports.at(-1);
  for (const { title, score } of Object.values(last?.audits ?? {}))
    if (score !== null && score < 0.9) process.stdout.write(`  ${name}: ${title}\n`);
  const times = Object.entries(TIMES).map(([audit, what]): Figure => ({
    name: `Lighthouse, ${name}, ${what}`,
    value: median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)),
    unit: 'ms'
  }));
  const scores = CATEGORIES.map((category): Figure => ({
    name: `Lighthouse, ${name}, ${category}`,
    value: median(reports.map(({ categories }) => 100 * (categories[category].score ?? 0))),
    unit: '',
    bar: { kind: 'at least', ...LEAST[category] }
  }));
  return [...times, ...scores];
}

async function report(port: number, url: string, more: readonly string[]): Promise<Report> {
  const wanted = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, ...more];
  const args = ['--yes', LIGHTHOUSE, url, `--port=${port}`, ...wanted];
  const { stdout } = await run('npx', args, { maxBuffer: MOST_OUTPUT });
  return JSON.parse(stdout) as Report;
}
