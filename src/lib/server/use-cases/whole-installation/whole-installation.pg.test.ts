import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOperation, getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { PASSWORD, person } from '../../../../../tests/support/people.ts';
import {
  calibratedSide,
  exportFrom,
  importTo,
  picture,
  received,
  side,
  signedIn,
  workers,
  type Side
} from '../../../../../tests/support/installation-sides.ts';
import { exportInstallation } from './export-installation.ts';
import { importInstallation } from './import-installation.ts';
import { proveArchive } from './prove-archive.ts';
import { resetInstallation } from './reset-installation.ts';

let from: Side;
let archive: Buffer;
let exported: Record<string, unknown>;
const others: TestDatabase[] = [];

beforeAll(async () => {
  from = await calibratedSide();
  ({ archive, exported } = await exportFrom(from));
});
afterAll(async () => {
  for (const database of [from.database, ...others]) await database.drop();
});

const LATER = { email: 'later@laboratory.example', password: PASSWORD, full_name: 'Later' };

/** Everything that an archive has, but for the audit log, which tells of the export and the import themselves. */
const contentsOf = (bytes: Uint8Array) => {
  const files = unzipSync(bytes);
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name !== 'manifest.json' && !/^tables\/(audit_|organization_changes)/.test(name))
      .map(([name, contents]) => [name, createHash('sha256').update(contents).digest('hex')])
  );
};
const auditOf = (bytes: Uint8Array) =>
  strFromU8(unzipSync(bytes)['tables/audit_log/000001.jsonl'] ?? new Uint8Array())
    .split('\n')
    .filter((line) => line !== '')
    .sort();
async function newSide(): Promise<Side> {
  const made = await side();
  others.push(made.database);
  return made;
}

test('an archive has every row of every table that is data, also for an owner who is no superuser', async () => {
  const manifest = JSON.parse(strFromU8(unzipSync(archive)['manifest.json'] ?? new Uint8Array())) as {
    tables: { name: string; rows: number }[];
  };
  for (const { name, rows } of manifest.tables.filter(({ name }) => !name.startsWith('audit_'))) {
    const { rows: counted } = await execute(from.database.url, `SELECT count(*)::int AS n FROM ${name}`);
    expect([name, rows]).toEqual([name, (counted as [{ n: number }])[0].n]);
  }
  expect(exported).toMatchObject({ objects: 2, missing: 0 });
});

test('exported, imported into an empty installation and exported again, it is the same', async () => {
  const to = await newSide();
  const report = await importTo(to, archive, true);
  expect(report).toMatchObject({ state: 'done', result: { objects: 2, keeps_own_account: false, calibrations: 3 } });
  const generation = await execute(to.database.url, 'SELECT generation FROM installation');
  // The account of whoever asked is not part of it, and the operation is gone with it.
  expect(await importTo(to, archive)).toBeUndefined();
  expect((await execute(to.database.url, 'SELECT generation FROM installation')).rows).not.toEqual(generation.rows);
  const boss = await signedIn(to.database, from.boss);
  const again = await exportFrom({ ...to, boss });
  expect(contentsOf(again.archive)).toEqual(contentsOf(archive));
  const audit = auditOf(again.archive);
  expect(auditOf(archive).filter((line) => !audit.includes(line))).toEqual([]);
  expect(audit.length).toBe(auditOf(archive).length + 2);
  // Rules that rested are in force again.
  await expect(execute(to.database.url, 'DELETE FROM audit_log')).rejects.toThrow();
  await expect(execute(to.database.url, 'UPDATE assets SET organization_id = gen_random_uuid()')).rejects.toThrow();
  const { rows } = await execute(
    to.database.url,
    "SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity <> relforcerowsecurity"
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('the file of a certificate with proofs that were added later comes along', async () => {
  const [one, other] = [await newSide(), await newSide()];
  await importTo(one, archive);
  const { rows } = await execute(
    one.database.url,
    'SELECT calibration_id AS id FROM certificates WHERE bytes IS NOT NULL'
  );
  const [{ id }] = rows as [{ id: string }];
  const file = Buffer.from('%PDF-1.7, with proofs');
  const sha256 = createHash('sha256').update(file).digest('hex');
  const key = `certificates/${id}/${sha256}.pdf`;
  await one.services.store.put(key, file, { contentType: 'application/pdf' });
  await execute(one.database.url, "INSERT INTO certificate_revisions VALUES ($1, 1, 'B-LTA', $2, $3, $4, now())", [
    id,
    sha256,
    key,
    file.byteLength
  ]);
  const again = await exportFrom({ ...one, boss: await signedIn(one.database, from.boss) });
  expect(again.exported).toMatchObject({ objects: 3, missing: 0 });
  await importTo(other, again.archive);
  const stored = await other.services.store.get(key);
  expect(stored && (await buffer(stored.stream))).toEqual(file);
});

test('what a table names in the object store, an archive has', async () => {
  const { rows } = await execute(
    from.database.url,
    "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'object_key' ORDER BY 1"
  );
  // The results of long work are no data.
  expect(rows).toEqual([{ name: 'certificate_revisions' }, { name: 'certificates' }, { name: 'operations' }]);
});

test('into the installation that it is from: what came later is gone, the caller is still signed in', async () => {
  const to = await newSide();
  await importTo(to, archive);
  const boss = await signedIn(to.database, from.boss);
  const later = await createUser(to.services, boss, { ...LATER, role: 'technician' });
  const outcome = await importTo({ ...to, boss }, archive);
  expect(outcome).toMatchObject({ state: 'done', result: { keeps_own_account: true } });
  const { rows } = await execute(
    to.database.url,
    'SELECT (SELECT count(*)::int FROM users WHERE id = $1) AS later, (SELECT count(*)::int FROM sessions) AS sessions',
    [later.id]
  );
  expect(rows).toEqual([{ later: 0, sessions: 1 }]);
});

test('a second one at once is refused, whoever asks', async () => {
  const { job_id } = await exportInstallation(from.services, from.boss);
  const other = await signedIn(from.database, await person(from.services, 'superadmin'));
  for (const begin of [exportInstallation, resetInstallation]) {
    await expect(begin(from.services, other)).rejects.toMatchObject({ code: 'database_busy' });
  }
  await cancelOperation(from.services, from.boss, job_id);
  const again = await exportInstallation(from.services, other);
  await cancelOperation(from.services, other, again.job_id);
});

test('an administrator, an access token and a session of an hour ago may not', async () => {
  const { services, database, boss } = from;
  const admin = await signedIn(database, await person(services, 'admin'));
  await expect(exportInstallation(services, admin)).rejects.toMatchObject({ code: 'forbidden' });
  const { sessionId: _, ...token } = boss;
  await expect(resetInstallation(services, token)).rejects.toMatchObject({ code: 'forbidden' });
  await execute(database.url, "UPDATE sessions SET proved_at = now() - interval '1 hour' WHERE id = $1", [
    boss.sessionId
  ]);
  await expect(resetInstallation(services, boss)).rejects.toMatchObject({ code: 'proof_required' });
  await execute(database.url, 'UPDATE sessions SET proved_at = now() WHERE id = $1', [boss.sessionId]);
});

/** At how many places of an import, spread over the time that it takes, its connection is cut. */
const PLACES = Number(process.env.IMPORT_KILLS ?? 4);
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;

test('cut off at any place, everything is as it was; tried again, it is there whole', async () => {
  const begunAt = performance.now();
  await importTo(await newSide(), archive);
  const lasts = performance.now() - begunAt;
  let cut = 0;
  for (let place = 0; place < PLACES; place++) {
    const to = await newSide();
    const before = await picture(to);
    const { job_id } = await importInstallation(to.services, to.boss, { dry_run: false }, received(archive));
    const ended = runOperation(to.services, job_id, workers).then(
      () => true,
      () => false
    );
    let running = true;
    void ended.then(() => (running = false));
    await pause((lasts * (place + 0.5)) / PLACES / 2);
    // Until it hits something, or comes too late.
    let hit = false;
    while (running && !hit) hit = ((await execute(to.database.url, CUT)).rowCount ?? 0) > 0;
    if (!(await ended)) {
      cut++;
      const { rows } = await execute(to.database.url, 'SELECT FROM users WHERE id = $1', [to.boss.userId]);
      // The answer to a commit may be lost, and then it is there whole (below).
      if (rows.length > 0) expect(await picture(to)).toBe(before);
      await runOperation(to.services, job_id, workers);
    }
    const { rows } = await execute(
      to.database.url,
      'SELECT (SELECT count(*)::int FROM calibrations) AS n, (SELECT count(*)::int FROM users WHERE id = $1) AS mine',
      [to.boss.userId]
    );
    expect(rows).toEqual([{ n: 3, mine: 0 }]);
  }
  expect(cut).toBeGreaterThan(0);
});

test('the drill restores every record and reads it back; a damaged archive fails', async () => {
  const beside = await newSide();
  const path = join(await mkdtemp(join(tmpdir(), 'plumbline-drill-')), 'archive.zip');
  await writeFile(path, archive);
  const { differing, rows, manifest } = await proveArchive(beside.services, path);
  expect(differing).toEqual([]);
  expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
  expect(rows).toBe(exported.records);
  await writeFile(`${path}.half`, archive.subarray(0, archive.length / 2));
  await expect(proveArchive(beside.services, `${path}.half`)).rejects.toMatchObject({ code: 'archive_refused' });
});

test('a reset keeps superadmins and the caller, and nothing else; objects too', async () => {
  const to = await newSide();
  await importTo(to, archive);
  const boss = await signedIn(to.database, from.boss);
  const second = await createUser(to.services, boss, { ...LATER, role: 'superadmin' });
  const generation = await execute(to.database.url, 'SELECT generation FROM installation');
  const { job_id } = await resetInstallation(to.services, boss);
  await runOperation(to.services, job_id, workers);
  expect(await getOperation(to.services, boss, job_id)).toMatchObject({ state: 'done', error: null });
  // Devices begin anew.
  expect((await execute(to.database.url, 'SELECT generation FROM installation')).rows).not.toEqual(generation.rows);
  const { rows } = await execute(to.database.url, 'SELECT id FROM users ORDER BY id');
  expect(rows).toEqual([boss.userId, second.id].sort().map((id) => ({ id })));
  const { rows: counts } = await execute(
    to.database.url,
    'SELECT (SELECT count(*) FROM organizations) + (SELECT count(*) FROM assets) + (SELECT count(*) FROM calibrations) + (SELECT count(*) FROM unkept_objects) AS n'
  );
  expect(counts).toEqual([{ n: '0' }]);
  const left = [];
  for await (const key of to.services.store.list('certificates/', new Date(8.64e15))) left.push(key);
  expect(left).toEqual([]);
  // It works as a new one does.
  const made = await createOrganization(to.services, boss, { name: 'A new beginning' });
  expect(made.name).toBe('A new beginning');
});
