/** Photos and files without a network: opened once or kept on purpose, whole or not at all, and gone with the right to read them. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../../src/commands/demo/staff.ts';
import { GOES_OFFLINE } from '../support/browser.ts';
import { apiAs, openDemonstration, type Demonstration } from '../support/demonstration.ts';
import { expectSound } from '../support/look-at.ts';
import { see } from '../support/see.ts';

const TECHNICIAN = 'brandt@northfield.example';
/** Would run in this app’s origin if a browser showed it as a page. */
const HOSTILE = '<html xmlns="http://www.w3.org/1999/xhtml"><script>document.title = "ran"</script></html>';

let demonstration: Demonstration;
let page: Page;
/** An asset with a photo, two files and a procedure that has one; and one with a photo that nobody has looked at. */
let asset: { id: string; asset_id: string; organization_id: string };
let other: { id: string; asset_id: string };
let procedure: { id: string; code: string };

beforeAll(async () => {
  demonstration = await openDemonstration(GOES_OFFLINE);
  ({ page } = demonstration);
  const { api, context } = demonstration;
  const found = await api<(typeof asset)[]>('GET', '/assets?q=BAL-&limit=2');
  [asset, other] = found.body as [typeof asset, typeof asset];
  const body = { code: 'OFF-1', name: 'Weighing in the field', organization_id: asset.organization_id };
  procedure = (await api<typeof procedure>('POST', '/procedures', body)).body;
  const change = { refs: [asset.id], change: { procedure_id: procedure.id } };
  const done = [
    await api('POST', '/assets/bulk', change),
    await api('PUT', `/assets/${asset.id}/photo`, await noise(200), { 'Content-Type': 'image/png' }),
    await api('PUT', `/assets/${other.id}/photo`, await noise(100), { 'Content-Type': 'image/png' }),
    await api('POST', `/assets/${asset.id}/files?name=feet.txt`, 'check the feet', { 'Content-Type': 'text/plain' }),
    await api('POST', `/assets/${asset.id}/files?name=page.xml`, HOSTILE, { 'Content-Type': 'application/xml' }),
    await api('POST', `/procedures/${procedure.id}/files?name=steps.txt`, 'level it first', {
      'Content-Type': 'text/plain'
    })
  ];
  expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  // What is handed to the browser as a file of its own is noted with its type.
  await context.addInitScript(() => {
    const make = URL.createObjectURL.bind(URL);
    const types: string[] = [];
    Object.assign(window, { handed: types });
    URL.createObjectURL = (blob: Blob) => {
      types.push(blob.type);
      return make(blob);
    };
  });
}, 300_000);
afterAll(() => demonstration.close());

const noise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 80 }
    }
  })
    .png()
    .toBuffer();
const main = () => page.getByRole('main');
const files = () => page.getByRole('region', { name: 'Files' });
const photoOf = ({ asset_id }: { asset_id: string }) => main().getByRole('img', { name: `Photo of ${asset_id}` });
const isDrawn = (of: typeof asset | typeof other) =>
  photoOf(of).evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);

async function saved(name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files()
      .getByRole('button', { name: `Download ${name}` })
      .click()
  ]);
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await download.path(), 'utf8');
}

/** The names of the databases with files of people, on this device. */
const fileDatabases = (of: Page) =>
  of.evaluate(async () =>
    (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('plumbline.files-'))
  );

// A test that fails offline, or short of space, leaves neither to the next one.
afterEach(async () => {
  await page.context().setOffline(false);
  await page.unrouteAll();
});

test('a download that is cut or changed on the way is not stored, and says so', async () => {
  await page.goto(demonstration.at(`/assets/${asset.id}`));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await see(files().getByText('feet.txt')).toBeVisible();
  await page.route('**/storage/**', (route) => route.fulfill({ body: 'check the f' }));
  await files().getByRole('button', { name: 'Download feet.txt' }).click();
  await see(files().getByRole('alert')).toContainText('feet.txt was not opened: it arrived damaged');
  await page.unroute('**/storage/**');
  await page.route('**/storage/**', (route) => route.abort());
  await files().getByRole('button', { name: 'Download feet.txt' }).click();
  await see(files().getByRole('alert')).toContainText('feet.txt was not opened: the connection was lost');
  await page.unroute('**/storage/**');
  await see(files().getByText('On this device', { exact: true })).toHaveCount(0);
});

test('what was opened once opens without a network, and what was not says so', async () => {
  await see.poll(() => isDrawn(asset)).toBe(true);
  expect(await saved('feet.txt')).toBe('check the feet');
  await see(files().getByText('On this device', { exact: true })).toHaveCount(1);
  await expectSound(page, 'files-online');

  await page.context().setOffline(true);
  await page.reload();
  await see.poll(() => isDrawn(asset)).toBe(true);
  expect(await saved('feet.txt')).toBe('check the feet');
  await see(files().getByText('Not on this device. Connect to open it.')).toBeVisible();
  await see(files().getByRole('button', { name: 'Download page.xml' })).toBeDisabled();
  await expectSound(page, 'files-offline');
  await page.goto(demonstration.at(`/assets/${other.id}`));
  await see(main().getByText('The photo is not on this device. Connect to see it.')).toBeVisible();
  await see(photoOf(other)).toHaveCount(0);
  await expectSound(page, 'photo-elsewhere');
  await page.context().setOffline(false);
});

test('an asset is kept with its procedure, in no form that could run here', async () => {
  await page.goto(demonstration.at(`/assets/${asset.id}`));
  await files().getByRole('button', { name: 'Keep on this device' }).click();
  await see(files().getByText(/^Kept on this device: 4 files/)).toBeVisible();
  await expectSound(page, 'files-kept');
  await page.context().setOffline(true);
  await page.goto(demonstration.at(`/procedures/${procedure.id}`));
  expect(await saved('steps.txt')).toBe('level it first');
  await expectSound(page, 'procedure-files-offline');
  await page.goto(demonstration.at(`/assets/${asset.id}`));
  expect(await saved('page.xml')).toBe(HOSTILE);
  const handed = await page.evaluate(() => (window as unknown as { handed: string[] }).handed);
  expect([...new Set(handed)].toSorted()).toEqual(['application/octet-stream', 'image/webp']);
  await page.context().setOffline(false);
});

test('the page of this device says what is kept and how much space it takes, and empties it', async () => {
  await page.goto(demonstration.at('/device'));
  const row = main().getByRole('listitem').filter({ hasText: asset.asset_id });
  await see(row).toContainText('4 files');
  await see(main().getByText(/of at most .+ in use/)).toBeVisible();
  await expectSound(page, 'device-kept');
  // A new file of the procedure is not here until it is asked for.
  const type = { 'Content-Type': 'text/plain' };
  await demonstration.api('POST', `/procedures/${procedure.id}/files?name=more.txt`, 'then again', type);
  await main().getByRole('button', { name: 'Fetch what is new' }).click();
  await see(row).toContainText('5 files');
  await row.getByRole('button', { name: `Remove ${asset.asset_id} from this device` }).click();
  await see(main().getByText('Nothing is kept on this device')).toBeVisible();
  await expectSound(page, 'device-empty');

  await page.goto(demonstration.at('/assets?q=BAL-'));
  await main().getByRole('button', { name: 'Select…' }).click();
  await main()
    .getByRole('button', { name: /^Select all/ })
    .click();
  await main().getByRole('button', { name: 'Keep on this device…' }).click();
  await see(main().getByText(/assets are selected/)).toBeVisible();
  await expectSound(page, 'device-chosen');
  await main().getByRole('button', { name: 'Keep on this device', exact: true }).click();
  await see(main().getByRole('listitem').filter({ hasText: other.asset_id })).toContainText('One file');
  await page.context().setOffline(true);
  await page.goto(demonstration.at(`/assets/${other.id}`));
  await see.poll(() => isDrawn(other)).toBe(true);
  await page.context().setOffline(false);
});

/** The page of a device that has no space for changes until a file has left it; Chromium grants a page as much as it has, whatever it is told. */
function fullUntilFilesLeave(): void {
  const left = 'files-have-left';
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...given) {
      if (this.name === 'edits' && localStorage.getItem(left) === null)
        throw new DOMException('No space is left.', 'QuotaExceededError');
      return write.apply(this, given);
    };
  }
  const remove = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = function (key) {
    const isFile = this.transaction.db.name.startsWith('plumbline.files-') && this.name === 'bytes';
    if (isFile) this.transaction.addEventListener('complete', () => localStorage.setItem(left, 'yes'));
    return remove.call(this, key);
  };
}

test('work that is not sent takes the space of files that are kept, and is sent', async () => {
  const tab = page;
  page = await demonstration.context.newPage();
  try {
    await page.addInitScript(fullUntilFilesLeave);
    await page.goto(demonstration.at(`/assets/${asset.id}`));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await see(files().getByRole('button', { name: 'Download feet.txt' })).toBeEnabled();
    await page.context().setOffline(true);
    await page.reload();
    expect(await saved('feet.txt')).toBe('check the feet');
    await page.goto(demonstration.at(`/assets/${other.id}/edit`));
    const picture = { name: 'new.png', mimeType: 'image/png', buffer: await noise(50) };
    await main().locator('input[type=file]').setInputFiles(picture);
    await main().getByRole('button', { name: 'Use this picture' }).click();
    // The page names the photo once the change is saved on the device.
    await see(main().getByRole('button', { name: 'Change picture' })).toBeVisible();
    await page.goto(demonstration.at('/queue'));
    await see(main().locator('[data-edit-state=waiting]')).toHaveCount(1);
    await page.goto(demonstration.at(`/assets/${asset.id}`));
    await see(files().getByText('Not on this device. Connect to open it.').first()).toBeVisible();
    await see(files().getByRole('button', { name: 'Download feet.txt' })).toBeDisabled();
    await page.context().setOffline(false);
    await page.goto(demonstration.at('/queue'));
    await see(main().locator('[data-edit-state=applied]')).toHaveCount(1);
  } finally {
    await page.close();
    page = tab;
  }
});

test('signing out leaves no file on the device, and a lost membership takes them away', async () => {
  expect(await fileDatabases(page)).toHaveLength(1);
  await page.goto(demonstration.at('/profile'));
  await main().getByRole('button', { name: 'Sign out' }).click();
  await see(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await see.poll(() => fileDatabases(page)).toEqual([]);

  await page.getByLabel('E-mail address').fill(TECHNICIAN);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Back on the profile, which is now theirs.
  await see(main().getByText(TECHNICIAN).first()).toBeVisible();
  await page.goto(demonstration.at(`/assets/${asset.id}`));
  await files().getByRole('button', { name: 'Keep on this device' }).click();
  await see(files().getByText(/^Kept on this device: 5 files/)).toBeVisible();
  const me = await (await apiAs(demonstration, TECHNICIAN))<{ id: string }>('GET', '/users/me');
  const removed = await demonstration.api('DELETE', `/organizations/${asset.organization_id}/members/${me.body.id}`);
  expect(removed.status).toBe(204);
  const stored = () =>
    page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => {
            const counting = opening.result.transaction('bytes').objectStore('bytes').count();
            counting.onsuccess = () => {
              opening.result.close();
              resolve(counting.result);
            };
          };
        }),
      `plumbline.files-${me.body.id}`
    );
  await see.poll(stored).toBe(0);
  expect(demonstration.complaints).toEqual([]);
});
