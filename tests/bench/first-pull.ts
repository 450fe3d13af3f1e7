/**
 * 50 000 assets that come to an empty device: from its first question for them until they and their list are saved there. Beside it the
 * records that the browser then holds, put into an empty store of IndexedDB by bare calls, in transactions of as many as a page has.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { databaseUrlOf } from '../support/server.ts';
import { onServer } from './ask-server.ts';
import { fillRegistry, launch, signIn, untilSaved } from './filled-device.ts';
import type { Figure } from './measure.ts';

const ASSETS = 50_000;
const EVERY_MS = 100;

export const benchFirstPull = (): Promise<Figure[]> =>
  onServer(async ({ baseUrl }, dataDir) => {
    await fillRegistry(baseUrl, await databaseUrlOf(dataDir), { assets: ASSETS, areCalibrated: false });
    const profile = await mkdtemp(join(tmpdir(), 'plumbline-profile-'));
    const context = await launch(profile);
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(`${baseUrl}/sign-in`, { waitUntil: 'networkidle' });
      const asked = page.waitForRequest((request) => /\/sync\/pull.*collection=assets/u.test(request.url()), {
        timeout: 120_000
      });
      await signIn(page);
      await asked;
      const begun = performance.now();
      await untilSaved(page, ASSETS, EVERY_MS);
      const pulled = performance.now() - begun;
      const bare = await putAgain(page);
      return [
        { name: `${ASSETS} assets pulled into an empty device`, value: pulled, unit: 'ms' },
        { name: 'the same records put by bare IndexedDB', value: bare, unit: 'ms' },
        {
          name: 'pull against bare IndexedDB',
          value: pulled / bare,
          unit: 'ratio',
          bar: { kind: 'at most', value: 5.5, aim: 1.5 }
        }
      ];
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  });

/** Reads the largest store of the page's databases, and puts its records into a new one. @returns milliseconds that putting took */
const putAgain = (page: Page): Promise<number> => page.evaluate(PUT_AGAIN);

/** A text, because compilers name functions. */
const PUT_AGAIN = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  let records = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store);
      if ((await done(reading.count())) > records.length) records = await done(reading.getAll());
    }
    database.close();
  }
  const opening = indexedDB.open('bare');
  opening.onupgradeneeded = () => opening.result.createObjectStore('records', { autoIncrement: true });
  const bare = await done(opening);
  const begun = performance.now();
  for (let at = 0; at < records.length; at += 1000) {
    const writing = bare.transaction('records', 'readwrite');
    for (const record of records.slice(at, at + 1000)) writing.objectStore('records').add(record);
    await new Promise((resolve) => { writing.oncomplete = resolve; });
  }
  return performance.now() - begun;
})()`;
