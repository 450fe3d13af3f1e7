import { refusedArchive } from '#lib/server/archive/zip-limits.ts';
import { causesOf } from '#lib/server/db/driver/connection-lost.ts';
import { failureOf } from '#lib/server/db/failure.ts';
import { migrationsIn, type Migration } from '#lib/server/db/migration-files.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findWaitingTables, mayPutAside, putAside, putBack, runMigration } from '#lib/server/db/whole/older-schema.ts';
import { emptyTables, resumeRules, suspendRules } from '#lib/server/db/whole/replace.ts';
import { findAllTables, NOT_EXPORTED, type WholeTable } from '#lib/server/db/whole/tables.ts';
import { addArchivedRows, assertSameShape, inPlainWords } from './add-archived-rows.ts';
import type { ArchiveIn } from './archive-in.ts';
import type { Loading } from './load-archive.ts';

/**
 * Reads an archive of an older version into tables of that version, and runs the migrations that it lacks, all within the transaction: nobody
 * sees them, and whatever ends the transaction, they are gone. Afterwards the rows wait as those of any other archive.
 * @param tables those of this version
 * @throws Refusal `archive_refused`
 */
export async function loadOlderArchive(
  tx: Tx,
  archive: ArchiveIn,
  tables: readonly WholeTable[],
  { migrations, migration, tell, beforeMigrations }: Loading & { readonly migration: string }
): Promise<void> {
  const { manifest } = archive;
  // Those that this database has: a process of a newer version may have put more into the folder.
  const all = (await migrationsIn(migrations)).filter(({ name }) => name <= migration);
  if (!all.some(({ name }) => name === manifest.migration)) {
    throw refusedArchive(
      `The archive was made at the database version ${manifest.migration}, which never was released.`
    );
  }
  if (!(await mayPutAside(tx))) {
    throw refusedArchive(
      'The archive was made by an older version, which is restored in a schema of its own. The user of the database does not own ' +
        'the schema "public" and so cannot do that: make it the owner (ALTER SCHEMA public OWNER TO …), then import again.'
    );
  }
  await putAside(tx);
  for (const one of all) if (one.name <= manifest.migration) await runMigration(tx, await one.statements());
  const older = await findAllTables(tx);
  const exported = new Set(manifest.tables.map(({ name }) => name));
  const known = older.filter(({ name }) => exported.has(name));
  assertSameShape(manifest.tables, known, damaged);
  // A table that the archive leaves out would be empty afterwards.
  if (older.some(({ name }) => !exported.has(name) && !NOT_EXPORTED.has(name))) throw damaged();
  await suspendRules(tx);
  await emptyTables(
    tx,
    manifest.tables.map(({ name }) => name)
  );
  await addArchivedRows(tx, 'public', archive, known, tell);
  await beforeMigrations?.(known);
  await inPlainWords('tables', () => resumeRules(tx));
  for (const one of all) if (one.name > manifest.migration) await migrateRows(tx, one);
  await putBack(tx);
  const waiting = (await findWaitingTables(tx)).filter(({ name }) => !NOT_EXPORTED.has(name));
  assertSameShape(waiting, tables, () => new Error('the migrations do not lead to the tables of this database'));
}

const damaged = () => refusedArchive('The tables or columns of the archive are not those of its version.');

async function migrateRows(tx: Tx, { name, statements }: Migration): Promise<void> {
  try {
    await runMigration(tx, await statements());
  } catch (thrown) {
    if (failureOf(thrown) !== null) throw thrown;
    const said = [...causesOf(thrown)].at(-1)?.message ?? '';
    throw refusedArchive(`The archive cannot be brought to this version (${name}: ${said})`.slice(0, 500));
  }
}
