import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { cancelOperation, getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { PASSWORD, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { exportInstallation, runInstallationExport } from './export-installation.ts';
import { importInstallation, runInstallationImport } from './import-installation.ts';
import { proveArchive } from './prove-archive.ts';
import { resetInstallation, runInstallationReset } from './reset-installation.ts';

const workers = {
  database_export: runInstallationExport,
  database_import: runInstallationImport,
  database_reset: runInstallationReset
};
type Side = { readonly database: TestDatabase; readonly services: Services; readonly boss: PersonActor };

async function side(): Promise<Side> {
  const database = await createTestDatabase();
  const services = await testServices(database);
  return { database, services, boss: await signedIn(database, await superadmin(services)) };
}

/** With a session that has just begun. */
async function signedIn(database: TestDatabase, actor: PersonActor): Promise<PersonActor> {
  const sessionId = randomUUID();
  await execute(
    database.url,
    "INSERT INTO sessions (id, user_id, expires_at, kind) VALUES ($1, $2, now() + interval '1 hour', 'brief')",
    [sessionId, actor.userId]
  );
  return { ...actor, sessionId };
}

let from: Side;
let laboratory: CalibratedLaboratory;
let archive: Buffer;
let exported: Record<string, unknown>;
const others: TestDatabase[] = [];

beforeAll(async () => {
  from = await side();
  laboratory = await calibratedLaboratory(from.services);
  const { technician, asset } = laboratory;
  const first = await recorded(from.services, technician, externalBody(asset));
  const second = await recorded(from.services, technician, internalBody(laboratory));
  for (const { id } of [first, second]) await issueCertificate(from.services, id);
  ({ archive, exported } = await exportFrom(from));
});
afterAll(async () => {
  for (const database of [from.database, ...others]) await database.drop();
});

async function exportFrom({ services, boss }: Side) {
  const { job_id } = await exportInstallation(services, boss);
  await runOperation(services, job_id, workers);
  const operation = await getOperation(services, boss, job_id);
  expect(operation.error).toBeNull();
  const stored = await services.store.get(keyOfResult(job_id));
  return { archive: stored ? await buffer(stored.stream) : Buffer.alloc(0), exported: operation.result ?? {} };
}

async function importTo({ services, boss, database }: Side, bytes: Uint8Array, dry_run = false) {
  const { job_id } = await importInstallation(services, boss, { dry_run }, (path) => writeFile(path, bytes));
  await runOperation(services, job_id, workers);
  const { rows } = await execute(database.url, 'SELECT state, error, result FROM operations WHERE id = $1', [job_id]);
  return rows[0] as
    { state: string; error: { code: string; detail: string } | null; result: Record<string, unknown> } | undefined;
}

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
/** What must not have changed after a refusal. */
async function picture({ database }: Side): Promise<string> {
  const { rows } = await execute(
    database.url,
    `SELECT (SELECT json_agg(u ORDER BY id) FROM users u) AS users, (SELECT json_agg(c ORDER BY id) FROM calibrations c) AS calibrations,
            (SELECT generation FROM installation) AS generation, (SELECT json_agg(nspname ORDER BY nspname) FROM pg_namespace
             WHERE nspname NOT LIKE 'pg\\_%') AS schemas`
  );
  return JSON.stringify(rows[0]);
}
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

const forged = (change: (files: Record<string, Uint8Array>) => void): Uint8Array => {
  const files = unzipSync(archive);
  change(files);
  return zipSync(files, { level: 0 });
};
/** Rows that were changed by somebody who also made the hashes fit. */
const withRows = (table: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]) =>
  forged((files) => {
    const name = `tables/${table}/000001.jsonl`;
    const rows = strFromU8(files[name] ?? new Uint8Array())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const changed = change(rows);
    files[name] = strToU8(changed.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest;
    const listed = manifest.tables.find((one) => one.name === table);
    if (listed === undefined) throw new Error(table);
    listed.rows = changed.length;
    listed.sha256 = createHash('sha256').update(files[name]).digest('hex');
    const hash = createHash('sha256');
    for (const one of manifest.tables) hash.update(`${one.name} ${one.rows} ${one.sha256}\n`);
    const { rows: n, bytes, sha256 } = manifest.objects;
    manifest.content_sha256 = hash.update(`objects ${n} ${bytes} ${sha256}\n`).digest('hex');
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
type Manifest = {
  tables: { name: string; rows: number; sha256: string }[];
  objects: { rows: number; bytes: number; sha256: string };
  content_sha256: string;
  migration: string;
  version: number;
};
const withManifest = (change: (manifest: Manifest) => void) =>
  forged((files) => {
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest;
    change(manifest);
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
const objectIn = (files: Record<string, Uint8Array>) =>
  Object.keys(files).find((name) => name.startsWith('objects/')) ?? '';

const refused: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  ['cut off', () => archive.subarray(0, archive.length - 2000), /archive|ZIP/i],
  ['no archive', () => Buffer.from('SELECT 1'), /./],
  [
    'of assets',
    () => zipSync({ 'manifest.json': strToU8('{"format":"plumbline-assets","version":1}') }),
    /archives of assets/i
  ],
  ['of a newer format', () => withManifest((manifest) => (manifest.version = 2)), /newer version/],
  ['of a newer database', () => withManifest((manifest) => (manifest.migration = '9999_later')), /newer version/],
  ['of an older database', () => withManifest((manifest) => (manifest.migration = '0001_people')), /older version/],
  [
    'a changed row',
    () =>
      forged(
        (files) =>
          (files['tables/users/000001.jsonl'] = strToU8(
            strFromU8(files['tables/users/000001.jsonl'] ?? new Uint8Array()).replace('Ada', 'Eve')
          ))
      ),
    /tables\/users: its contents are damaged/
  ],
  ['a changed file', () => forged((files) => (files[objectIn(files)] = strToU8('%PDF-1.7'))), /damaged/],
  ['a missing file', () => forged((files) => Reflect.deleteProperty(files, objectIn(files))), /lacks some/],
  ['an entry too many', () => forged((files) => (files['objects/more'] = strToU8('more'))), /does not name/],
  [
    'a path that leads out',
    () => forged((files) => (files['objects/../../etc/passwd'] = strToU8('root'))),
    /leads out/
  ],
  [
    'a broken link',
    () => withRows('memberships', (rows) => rows.map((row) => ({ ...row, user_id: randomUUID() }))),
    /contradict each other.*not present in table "users"/
  ],
  [
    'points without calibration',
    () => withRows('calibration_points', (rows) => rows.map((row) => ({ ...row, calibration_id: randomUUID() }))),
    /calibrations that are missing/
  ],
  [
    'an unknown column',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, is_god: true }))),
    /other columns/
  ],
  [
    'a value that breaks a rule',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, role: 'owner' }))),
    /users_role_check/
  ],
  [
    'a value of another type',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, created_at: 'never' }))),
    /cannot be read/
  ],
  ['one person twice', () => withRows('users', (rows) => [...rows, rows[0] ?? {}]), /contradict each other/],
  [
    'nobody who could sign in',
    () => withRows('users', (rows) => rows.map((row) => ({ ...row, is_active: false }))),
    /super administrator/
  ]
];
test.each(refused)('refused before the first change: %s', async (_name, make, says) => {
  const before = await picture(from);
  const outcome = await importTo(from, make());
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'archive_refused' } });
  expect(outcome?.error?.detail).toMatch(says);
  expect(await picture(from)).toBe(before);
});

test('under another SECRET_KEY it says which one is needed', async () => {
  await execute(from.database.url, 'UPDATE installation SET secret_key_mark = $1', ['a'.repeat(64)]);
  const outcome = await importTo(from, archive);
  await execute(from.database.url, 'UPDATE installation SET secret_key_mark = NULL');
  expect(outcome?.error?.detail).toMatch(/another SECRET_KEY/);
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
    const { job_id } = await importInstallation(to.services, to.boss, { dry_run: false }, (path) =>
      writeFile(path, archive)
    );
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
  const { job_id } = await resetInstallation(to.services, boss);
  await runOperation(to.services, job_id, workers);
  expect(await getOperation(to.services, boss, job_id)).toMatchObject({ state: 'done', error: null });
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
