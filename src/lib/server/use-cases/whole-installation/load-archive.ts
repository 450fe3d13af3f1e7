import { refusedArchive, refusedEntry } from '#lib/server/archive/zip-limits.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findArchivedTables, findMigration, type WholeTable } from '#lib/server/db/whole/tables.ts';
import { countLostPoints, linkWaitingRows, openWaitingRoom, WAITING } from '#lib/server/db/whole/waiting-rows.ts';
import { addArchivedRows, assertSameShape, inPlainWords } from './add-archived-rows.ts';
import type { ArchiveIn } from './archive-in.ts';
import { loadOlderArchive } from './load-older-archive.ts';
import { newer, tableList } from './manifest.ts';

export type Loading = {
  /** The folder of the migrations. */
  readonly migrations: string;
  readonly tell: (rows: number) => Promise<void>;
  /** Called where the rows of an older archive can be read as they were exported, before migrations change them. */
  readonly beforeMigrations?: (tables: readonly WholeTable[]) => Promise<void>;
};

/**
 * Reads all rows of an archive to where they wait, and compares them with their hashes and with each other. Rows of an older version are
 * brought to this one by its migrations.
 * @returns the tables
 * @throws Refusal `archive_refused` with what is wrong
 */
export async function loadArchive(tx: Tx, archive: ArchiveIn, loading: Loading): Promise<readonly WholeTable[]> {
  const { manifest } = archive;
  const migration = await findMigration(tx);
  if (manifest.migration > migration) throw newer();
  const tables = await findArchivedTables(tx);
  if (manifest.migration < migration) await loadOlderArchive(tx, archive, tables, { ...loading, migration });
  else {
    assertSameShape(manifest.tables, tables, () =>
      refusedArchive('The tables or columns of the archive are not those of this version.')
    );
    await openWaitingRoom(tx, tables);
    await addArchivedRows(tx, WAITING, archive, tables, loading.tell);
    await inPlainWords('tables', () => linkWaitingRows(tx));
  }
  if ((await countLostPoints(tx)) > 0) {
    throw refusedEntry(tableList('calibration_points'), 'it has points of calibrations that are missing');
  }
  return tables;
}
