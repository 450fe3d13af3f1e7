/** An archive of a whole installation as an older version made it: with the tables of its migration. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { inject } from 'vitest';
import { INSTALLATION_FORMAT, type InstallationManifest } from '#lib/contracts/installation-archive.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { packFile, ZipWriter } from '#lib/server/archive/zip-writer.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import { migrationsIn } from '#lib/server/db/migration-files.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { rowsOf } from '#lib/server/db/whole/dump.ts';
import { findArchivedTables, findMigration } from '#lib/server/db/whole/tables.ts';
import {
  contentHash,
  FORMAT_VERSION,
  MANIFEST,
  OBJECT_LIST,
  tableList
} from '#lib/server/use-cases/whole-installation/manifest.ts';
import { RowsOut } from '#lib/server/use-cases/whole-installation/rows-out.ts';
import { execute } from './database.ts';
import { asOwner, OWNER } from './template-database.ts';

/** A folder with the migrations up to one, by the beginning of its name. */
export async function migrationsUpTo(last: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const { name } of await migrationsIn('migrations')) {
    if (name.slice(0, last.length) <= last) await cp(join('migrations', `${name}.sql`), join(folder, `${name}.sql`));
  }
  return folder;
}

/** What `archive` has, as a database at an older migration would have exported it. */
export async function olderArchive(archive: Uint8Array, last: string): Promise<Buffer> {
  const adminUrl = inject('postgresUrl');
  const name = `older_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, `CREATE DATABASE ${name} OWNER ${OWNER}`);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const [migrations, folder] = [await migrationsUpTo(last), await mkdtemp(join(tmpdir(), 'older-'))];
  try {
    await migrate(asOwner(url), migrations);
    const files = unzipSync(archive);
    const pool = await openPool(asOwner(url), 2);
    const path = join(folder, 'older.zip');
    await write(url, files, pool, path).finally(() => pool.end());
    return await readFile(path);
  } finally {
    await execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    for (const one of [migrations, folder]) await rm(one, { recursive: true });
  }
}

async function write(
  url: string,
  files: Record<string, Uint8Array>,
  pool: Awaited<ReturnType<typeof openPool>>,
  path: string
): Promise<void> {
  const later = JSON.parse(strFromU8(files[MANIFEST] ?? new Uint8Array())) as InstallationManifest;
  const zip = await ZipWriter.create(path);
  const older = await transaction(pool, SYSTEM, async (tx) => {
    await becomeOwner(tx);
    const tables: InstallationManifest['tables'] = [];
    for (const table of await findArchivedTables(tx)) {
      const { name, columns } = table;
      const rows = Object.entries(files).filter(([file]) => file.startsWith(`${tableList(name)}/`));
      const lines = rows.flatMap(([, bytes]) => strFromU8(bytes).trim().split('\n'));
      const list = columns.map((column) => `"${column}"`).join(', ');
      await execute(
        url,
        `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM "${name}"; INSERT INTO "${name}" (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM json_populate_recordset(NULL::"${name}", '${`[${lines.join(',')}]`.replaceAll("'", "''")}'); COMMIT`
      );
    }
    for (const table of await findArchivedTables(tx)) {
      const out = new RowsOut(zip, tableList(table.name));
      for await (const lines of rowsOf(tx, table)) await out.add(lines);
      tables.push({ name: table.name, columns: [...table.columns], ...(await out.end()) });
    }
    return { tables, migration: await findMigration(tx) };
  });
  for (const [name, bytes] of Object.entries(files)) {
    if (name.startsWith('objects/') || name.startsWith(`${OBJECT_LIST}/`)) await zip.add(name, await packFile(bytes));
  }
  const manifest: InstallationManifest = {
    ...later,
    ...older,
    format: INSTALLATION_FORMAT,
    version: FORMAT_VERSION,
    content_sha256: contentHash({ ...later, ...older })
  };
  await zip.add(MANIFEST, await packFile(Buffer.from(JSON.stringify(manifest))));
  await zip.end();
}
