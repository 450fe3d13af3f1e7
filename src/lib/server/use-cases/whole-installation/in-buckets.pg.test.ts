/** Whole installations whose files are in an S3 service (OpenStack Swift), out and in; the databases are those of the embedded server. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';
import { s3Store } from '#lib/server/storage/s3-store.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import {
  calibratedSide,
  exportFrom,
  importTo,
  picture,
  side,
  signedIn,
  workers,
  type Side
} from '../../../../../tests/support/installation-sides.ts';
import {
  startSwift,
  SWIFT_PACKAGES,
  swiftIsInstalled,
  type SwiftServer
} from '../../../../../tests/support/swift-server.ts';
import { resetInstallation } from './reset-installation.ts';

const WITH_SWIFT = swiftIsInstalled() ? 'in Swift' : `in Swift (NOT RUN: apt-get install ${SWIFT_PACKAGES})`;
const EVER = new Date(8.64e15);

describe.runIf(swiftIsInstalled())(`an installation ${WITH_SWIFT}`, () => {
  let swift: SwiftServer;
  let from: Side;
  let archive: Buffer;
  const sides: Side[] = [];
  const withBucket = async (name: string) => ({
    store: s3Store({ ...(await swift.makeBucket(name)), now: () => new Date() })
  });
  const kept = <T extends Side>(made: T): T => {
    sides.push(made);
    return made;
  };
  beforeAll(async () => {
    swift = await startSwift();
    from = kept(await calibratedSide(await withBucket('from')));
    ({ archive } = await exportFrom(from));
  }, 120_000);
  afterAll(async () => {
    for (const { database } of sides) await database.drop();
    await swift.stop();
  });

  /** Every file of the laboratory by its name, without what long work leaves for a week. */
  async function filesIn({ services: { store } }: Side): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    for await (const key of store.list('certificates/', EVER)) {
      const found = await store.get(key);
      if (found)
        files[key] = createHash('sha256')
          .update(await buffer(found.stream))
          .digest('hex');
    }
    return files;
  }
  const contentsOf = (bytes: Uint8Array) =>
    Object.entries(unzipSync(bytes))
      .filter(([name]) => name !== 'manifest.json' && !/^tables\/(audit_|organization_changes)/.test(name))
      .map(([name, contents]) => [name, createHash('sha256').update(contents).digest('hex')])
      .sort();

  test('is the same in the next bucket, in a folder and back in a bucket: records, files and archive', async () => {
    const files = await filesIn(from);
    expect(Object.keys(files)).toHaveLength(2);
    let last = archive;
    for (const given of [await withBucket('there'), {}, await withBucket('back')]) {
      const to = kept(await side(given));
      // The account of whoever asked is gone with the rest, and the operation with it.
      expect(await importTo(to, last)).toBeUndefined();
      expect(await filesIn(to)).toEqual(files);
      ({ archive: last } = await exportFrom({ ...to, boss: await signedIn(to.database, from.boss) }));
      expect(contentsOf(last)).toEqual(contentsOf(archive));
    }
  });

  test('stays as it was where an archive is damaged, or the bucket takes nothing in the middle; and is whole the next time', async () => {
    const bucket = await withBucket('filled');
    const to = kept(await calibratedSide(bucket));
    const [before, files] = [await picture(to), await filesIn(to)];
    const cut = await importTo(to, archive.subarray(0, archive.length - 2000));
    expect(cut).toMatchObject({ state: 'failed', error: { code: 'archive_refused' } });
    // The upload and the first file are taken.
    let puts = 0;
    const breaking =
      <A extends unknown[]>(put: (...about: A) => Promise<void>) =>
      async (...about: A) => {
        if (++puts > 2) throw new Error('the bucket takes nothing');
        return put(...about);
      };
    const store: ObjectStore = {
      ...bucket.store,
      put: breaking(bucket.store.put),
      putFile: breaking(bucket.store.putFile)
    };
    await importTo({ ...to, services: { ...to.services, store } }, archive).catch(() => null);
    expect(puts).toBe(3);
    expect(await picture(to)).toBe(before);
    expect(await filesIn(to)).toMatchObject(files);
    await importTo(to, archive);
    expect(await filesIn(to)).toMatchObject(await filesIn(from));
    const boss = await signedIn(to.database, from.boss);
    const again = await exportFrom({ ...to, boss });
    expect(contentsOf(again.archive)).toEqual(contentsOf(archive));
    const { job_id } = await resetInstallation(to.services, boss);
    await runOperation(to.services, job_id, workers);
    // What it had before the import goes with the next cleaning.
    expect(Object.keys(await filesIn(to))).toEqual(Object.keys(files));
  });
});
