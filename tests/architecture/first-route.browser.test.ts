import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { expect, inject, test } from 'vitest';
import { chromiumPath } from '../support/browser.ts';
import { superadmin } from '../support/laboratory.ts';

const KB = 1000;
/** A screen of its own costs a few words of the route table here. Above it, the sign-in page loads home, too: vite.config.ts. */
const MOST = 106 * KB;

test('the first route takes at most 106 kB of script, gzipped', async () => {
  // An empty installation would ask for its first account instead, with less script.
  await superadmin();
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking']
  });
  const page = await browser.newPage();
  const loaded = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') loaded.add(new URL(response.url()).pathname);
  });
  await page.goto(inject('baseUrl'), { waitUntil: 'load' });
  // The sign-in form stands: everything that the first route needs has run.
  await page.getByRole('button').first().waitFor();
  // What it fetches when it is idle, to offer passkeys where the address is typed, counts as well.
  await page.waitForLoadState('networkidle');
  const sizes = [...loaded].map(
    (path) => gzipSync(readFileSync(join(inject('buildDir'), 'client', path)), { level: 9 }).length
  );
  await browser.close();
  expect(loaded.size).toBeGreaterThan(3);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`first route: ${(total / KB).toFixed(1)} kB of script, gzipped\n`);
  expect(total).toBeLessThanOrEqual(MOST);
});
