import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handlers } from '#lib/server/jobs/registry.ts';
import { metrics } from '#lib/server/metrics/metrics.ts';
import { backupBucket, backupFolder, type BackupPlace } from '#lib/server/storage/backup-place.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { calibratedSide, side, type Side } from '../../../../../tests/support/installation-sides.ts';
import { person } from '../../../../../tests/support/people.ts';
import { describeDatabase } from './describe-database.ts';
import { measureBackups } from './measure-backups.ts';
import { proveArchive } from './prove-archive.ts';

let from: Side;
let beside: Side;
let folder: string;
beforeAll(async () => {
  [from, beside] = [await calibratedSide(), await side()];
  folder = await mkdtemp(join(tmpdir(), 'plumbline-backups-'));
});
afterAll(async () => {
  for (const { database } of [from, beside]) await database.drop();
  await rm(folder, { recursive: true });
});

const on = (day: string, backups: BackupPlace, given: Partial<Services> = {}): Services => ({
  ...from.services,
  today: () => day,
  now: () => new Date(`${day}T02:00:00Z`),
  backups,
  ...given
});
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'];
const KEPT = ['plumbline-2026-11-21.zip', 'plumbline-2026-11-22.zip'];

test('each night a backup that the drill proves; the oldest go, and what broke off leaves no remains', async () => {
  const place = backupFolder(join(folder, 'here'), 2);
  for (const day of DAYS) await handlers.back_up(on(day, place), {});
  expect([...(await place.names())].sort()).toEqual(KEPT);
  expect(await proveArchive(beside.services, join(folder, 'here', KEPT[1] ?? ''))).toMatchObject({ differing: [] });
  const away = { ...from.services.store, get: () => Promise.reject(new Error('the store is away')) };
  await expect(handlers.back_up(on('2026-11-23', place, { store: away }), {})).rejects.toThrow('away');
  expect((await readdir(join(folder, 'here'))).sort()).toEqual(KEPT);
  const { backups: _, ...without } = on('2026-11-24', place);
  await handlers.back_up(without, {});
  expect((await readdir(join(folder, 'here'))).sort()).toEqual(KEPT);
});

test('the same in a bucket, below its prefix; one that arrived in part is a failure', async () => {
  const { store } = from.services;
  const place = backupBucket(store, { where: 's3://bucket/nightly', prefix: 'nightly', keep: 2 });
  for (const day of DAYS) await handlers.back_up(on(day, place), {});
  expect([...(await place.names())].sort()).toEqual(KEPT);
  const stored = await store.get(`nightly/${KEPT[1] ?? ''}`);
  const path = join(folder, 'from-bucket.zip');
  await writeFile(path, stored ? await buffer(stored.stream) : '');
  // Of records that an earlier drill left there nothing remains.
  expect(await proveArchive(beside.services, path)).toMatchObject({ differing: [] });
  const cut = backupBucket({ ...store, head: async () => ({ size: 1 }) }, { ...place, prefix: 'nightly' });
  await expect(handlers.back_up(on('2026-11-23', cut), {})).rejects.toThrow(/has 1 of the \d+ bytes/);
});

test('backups that fail are shown and measured, and superadmins are told once, until one is complete again', async () => {
  const jobs = async () =>
    (
      await execute(
        from.database.url,
        `SELECT j.payload, run_at::text AS at FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'notify_backup_failed' ORDER BY j.id`
      )
    ).rows as { payload: { since: string }; at: string }[];
  const told = async (since: string) => {
    await handlers.notify_backup_failed(from.services, { since });
    const { rows } = await execute(
      from.database.url,
      "SELECT user_id, parameters FROM notifications WHERE category = 'backup_failed'"
    );
    return rows as { user_id: string; parameters: object }[];
  };
  const good = backupFolder(join(folder, 'mended'), 2);
  const full = { ...good, take: () => Promise.reject(new Error('ENOSPC: no space left on device')) };
  await handlers.back_up(on('2026-11-24', good), {});
  const before = (await jobs()).length;
  for (const day of ['2026-11-25', '2026-11-26'])
    await expect(handlers.back_up(on(day, full), {})).rejects.toThrow('ENOSPC');

  const failing = await describeDatabase(on('2026-11-26', full), from.boss);
  expect(failing.backups).toMatchObject({
    last_good_at: '2026-11-24T02:00:00.000000Z',
    failing_since: '2026-11-25T02:00:00.000000Z',
    failure: 'ENOSPC: no space left on device'
  });
  await measureBackups(on('2026-11-26', full));
  expect(await metrics.metrics()).toMatch(/plumbline_backup_failing 1\n/);

  const asked = (await jobs()).slice(before);
  expect(asked.map(({ payload }) => payload)).toEqual([{ since: '2026-11-25T02:00:00.000Z' }]);
  const technician = await person(from.services, 'technician');
  const notices = await told('2026-11-25T02:00:00.000Z');
  expect(notices.map(({ user_id }) => user_id)).toContain(from.boss.userId);
  expect(notices.map(({ user_id }) => user_id)).not.toContain(technician.userId);
  expect(notices[0]?.parameters).toMatchObject({ reason: 'ENOSPC: no space left on device', last_on: '2026-11-24' });
  expect(await told('2026-11-25T02:00:00.000Z')).toHaveLength(notices.length);

  await handlers.back_up(on('2026-11-27', good), {});
  await measureBackups(on('2026-11-27', good));
  expect(await metrics.metrics()).toMatch(/plumbline_backup_failing 0\n/);
  // It failed, and was mended within the hour: nobody is told.
  await expect(handlers.back_up(on('2026-11-28', full), {})).rejects.toThrow();
  await handlers.back_up(on('2026-11-28', good), {});
  expect(await told('2026-11-28T02:00:00.000Z')).toHaveLength(notices.length);
});

test('one without a file that a record names is kept, and is said to lack it; so are old ones that stay', async () => {
  const good = backupFolder(join(folder, 'lacking'), 1);
  const failing = async (day: string) => (await describeDatabase(on(day, good), from.boss)).backups;
  const { get } = from.services.store;
  let files = 0;
  const store = { ...from.services.store, get: (key: string) => (files++ === 0 ? Promise.resolve(null) : get(key)) };
  await handlers.back_up(on('2026-11-29', good, { store }), {});
  expect(await good.names()).toEqual(['plumbline-2026-11-29.zip']);
  expect(await failing('2026-11-29')).toMatchObject({
    last_good_at: '2026-11-29T02:00:00.000000Z',
    failing_since: '2026-11-29T02:00:00.000000Z',
    failure: expect.stringMatching(/^plumbline-2026-11-29\.zip is written, but 1 files .* not part of it$/)
  });
  const stuck = { ...good, remove: () => Promise.reject(new Error('EACCES: permission denied')) };
  await handlers.back_up(on('2026-11-30', stuck), {});
  expect(await failing('2026-11-30')).toMatchObject({
    last_good_at: '2026-11-30T02:00:00.000000Z',
    failing_since: '2026-11-29T02:00:00.000000Z',
    failure: expect.stringMatching(/is written, but the oldest could not be removed: EACCES/)
  });
  await handlers.back_up(on('2026-11-30', good), {});
  expect(await failing('2026-11-30')).toMatchObject({ failing_since: null, failure: null });
});

test('what makes a backup fail is what is reported, also when the database is away', async () => {
  const full = { ...backupFolder(folder, 1), take: () => Promise.reject(new Error('ENOSPC: no space left on device')) };
  const log = { ...from.services.log, error: vi.fn() };
  const away = on('2026-11-30', full, { log: log as unknown as Services['log'] });
  const pool = { ...away.pool, connect: () => Promise.reject(new Error('away')) } as Services['pool'];
  await expect(handlers.back_up({ ...away, pool }, {})).rejects.toThrow('ENOSPC');
  expect(log.error).toHaveBeenCalledWith(expect.anything(), 'that the backup failed could not be noted');
});

test('the estimate counts each file, and is for those who may export', async () => {
  const { estimate, backups } = await describeDatabase(from.services, from.boss);
  expect(estimate.files).toBe(2);
  expect(estimate.bytes).toBeGreaterThan(0);
  expect(backups).toBeNull();
  const admin = await person(from.services, 'admin');
  await expect(describeDatabase(from.services, admin)).rejects.toMatchObject({ code: 'forbidden' });
});
