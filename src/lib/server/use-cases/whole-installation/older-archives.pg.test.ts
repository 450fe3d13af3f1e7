import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#lib/server/db/migrate.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import {
  calibratedSide,
  exportFrom,
  importTo,
  picture,
  side,
  signedIn,
  type Side
} from '../../../../../tests/support/installation-sides.ts';
import { olderArchive } from '../../../../../tests/support/older-archive.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import { withRows } from '../../../../../tests/support/forged-installation.ts';
import { proveArchive } from './prove-archive.ts';

/** Without `certificate_revisions` and `certificate_proofs`. */
const OLDER = '0060';
let from: Side;
let archive: Buffer;
let older: Buffer;
let folder: string;
const made: TestDatabase[] = [];

beforeAll(async () => {
  from = await calibratedSide();
  made.push(from.database);
  ({ archive } = await exportFrom(from));
  older = await olderArchive(archive, OLDER);
  // The version of today has one more migration, which changes rows.
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('migrations', folder, { recursive: true });
  await writeFile(
    join(folder, '9998_later.sql'),
    `ALTER TABLE assets ADD COLUMN made_from text NOT NULL DEFAULT '';
     ALTER TABLE assets NO FORCE ROW LEVEL SECURITY;
     UPDATE assets SET made_from = asset_id || ' of before';
     ALTER TABLE assets FORCE ROW LEVEL SECURITY;`
  );
});
afterAll(async () => {
  for (const database of made) await database.drop();
  await rm(folder, { recursive: true });
});

async function newSide(): Promise<Side> {
  const to = await side({ migrations: folder });
  made.push(to.database);
  await migrate(asOwner(to.database.url), folder);
  return to;
}
/** By their hashes: the tables that the older version had, but for those that say themselves what has happened. */
function partsOf(bytes: Uint8Array): string[] {
  const had = new Set(Object.keys(unzipSync(older)));
  return Object.entries(unzipSync(bytes))
    .filter(([name]) => had.has(name) && !/^(manifest|tables\/(audit_|assets|organization_changes))/.test(name))
    .map(([name, contents]) => `${name} ${createHash('sha256').update(contents).digest('hex')}`);
}

/** An older version did not record them, and nobody can later. */
const withoutLater = (bytes: Uint8Array) =>
  withRows(bytes, 'certificates', (rows) =>
    rows.map((row) => ({ ...row, content_sha256: null, verify_token: null, issued_void: null }))
  );

test('an archive of an older version is imported, and its rows are brought to this one', async () => {
  const to = await newSide();
  const before = await picture(to);
  expect(await importTo(to, older, true)).toMatchObject({
    state: 'done',
    result: { migration: '0060_signing_certificates_of_three_kinds', is_older: true, calibrations: 3 }
  });
  expect(await picture(to)).toBe(before);
  expect(await importTo(to, older)).toBeUndefined();
  const { rows } = await execute(to.database.url, 'SELECT asset_id, made_from FROM assets');
  expect(rows.length).toBeGreaterThan(0);
  for (const { asset_id, made_from } of rows) expect(made_from).toBe(`${asset_id} of before`);
  // All else is as if it had been exported today, the rows of the migrations included.
  const boss = await signedIn(to.database, from.boss);
  const again = await exportFrom({ ...to, boss });
  expect(partsOf(withoutLater(again.archive))).toEqual(partsOf(withoutLater(archive)));
  expect((await execute(to.database.url, 'SELECT count(*)::int AS n FROM certificate_proofs')).rows).toEqual([
    { n: 2 }
  ]);
  // Nothing of the detour is left, and the rules are in force.
  expect(JSON.parse(await picture(to)) as { schemas: string[] }).toMatchObject({
    schemas: (JSON.parse(before) as { schemas: string[] }).schemas
  });
  await expect(execute(to.database.url, 'DELETE FROM audit_log')).rejects.toThrow();
  const { rows: open } = await execute(
    to.database.url,
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity <> relforcerowsecurity"
  );
  expect(open).toEqual([]);
  expect((await createOrganization(to.services, boss, { name: 'A new one' })).name).toBe('A new one');
});

test('while it is brought to this version, others read and write what is there', async () => {
  const to = await newSide();
  let written = false;
  const store: typeof to.services.store = {
    ...to.services.store,
    // Objects are stored after all rows have been migrated, before they replace anything.
    put: async (...given) => {
      if (!written) await createOrganization(to.services, to.boss, { name: 'Meanwhile' });
      written = true;
      return to.services.store.put(...given);
    }
  };
  await importTo({ ...to, services: { ...to.services, store } }, older);
  expect(written).toBe(true);
});

const refused: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  [
    'a broken link',
    () => withRows(older, 'memberships', (rows) => rows.map((row) => ({ ...row, user_id: randomUUID() }))),
    /contradict each other.*not present in table "users"/
  ],
  [
    'a column of a later version',
    () => withRows(older, 'assets', (rows) => rows.map((row) => ({ ...row, made_from: 'x' }))),
    /other columns/
  ],
  [
    'a table of a later version',
    () => changed((manifest) => ({ ...manifest, migration: '0062_whole_installation' }), archive),
    /not those of its version/
  ],
  [
    'a version that never was',
    () => changed((manifest) => ({ ...manifest, migration: '0060_other' }), older),
    /never was released/
  ]
];
function changed(change: (manifest: object) => object, of: Uint8Array): Uint8Array {
  const files = unzipSync(of);
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as object;
  return zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify(change(manifest))) }, { level: 0 });
}
test('older archives that are not whole are refused, and nothing has changed', async () => {
  const to = await newSide();
  const before = await picture(to);
  for (const [name, make, says] of refused) {
    const outcome = await importTo(to, make());
    expect([name, outcome?.state, outcome?.error?.code]).toEqual([name, 'failed', 'archive_refused']);
    expect(outcome?.error?.detail).toMatch(says);
    expect(await picture(to)).toBe(before);
  }
});

test('rows that a migration does not take are refused with its name', async () => {
  const to = await newSide();
  await writeFile(join(folder, '9999_strict.sql'), "ALTER TABLE assets ADD CHECK (name = '')");
  await execute(to.database.url, "INSERT INTO applied_migrations (name, run_on) VALUES ('9999_strict', now())");
  const before = await picture(to);
  const outcome = await importTo(to, older);
  await rm(join(folder, '9999_strict.sql'));
  expect(outcome?.error).toMatchObject({ code: 'archive_refused' });
  expect(outcome?.error?.detail).toMatch(/cannot be brought to this version \(9999_strict/);
  expect(await picture(to)).toBe(before);
});

test('the drill proves an older archive as it was exported', async () => {
  const to = await newSide();
  const path = join(await mkdtemp(join(tmpdir(), 'older-')), 'archive.zip');
  await writeFile(path, older);
  const { differing, rows, manifest } = await proveArchive(to.services, path);
  expect(differing).toEqual([]);
  expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
  await rm(path);
});
