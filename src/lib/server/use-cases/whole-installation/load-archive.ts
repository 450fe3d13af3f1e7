import { refusedArchive, refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { failureOf, isContradiction } from '#lib/server/db/failure.ts';
import { causesOf } from '#lib/server/db/driver/connection-lost.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findArchivedTables, findMigration, type WholeTable } from '#lib/server/db/whole/tables.ts';
import {
  addWaitingRows,
  countLostPoints,
  linkWaitingRows,
  openWaitingRoom
} from '#lib/server/db/whole/waiting-rows.ts';
import type { ArchiveIn } from './archive-in.ts';
import { newer, tableList } from './manifest.ts';

/**
 * Reads all rows of an archive to where they wait, and compares them with their hashes and with each other.
 * @returns the tables
 * @throws Refusal `archive_refused` with what is wrong
 */
export async function loadArchive(
  tx: Tx,
  archive: ArchiveIn,
  tell: (rows: number) => Promise<void>
): Promise<readonly WholeTable[]> {
  const tables = await findArchivedTables(tx);
  assertSameSchema(archive, await findMigration(tx), tables);
  await openWaitingRoom(tx, tables);
  for (const table of archive.manifest.tables) {
    const known = tables.find(({ name }) => name === table.name);
    if (known === undefined) throw refusedEntry(tableList(table.name), 'there is no such table');
    for await (const lines of archive.rowsOf(table)) {
      const where = tableList(table.name);
      for (const line of lines) assertColumns(where, line, known.columns);
      await inPlainWords(where, () => addWaitingRows(tx, known, lines));
      await tell(lines.length);
    }
  }
  await inPlainWords('tables', () => linkWaitingRows(tx));
  if ((await countLostPoints(tx)) > 0) {
    throw refusedEntry(tableList('calibration_points'), 'it has points of calibrations that are missing');
  }
  return tables;
}

function assertSameSchema({ manifest }: ArchiveIn, migration: string, tables: readonly WholeTable[]): void {
  if (manifest.migration > migration) throw newer();
  if (manifest.migration < migration) {
    throw refusedArchive(
      `The archive was made by an older version of Plumbline (database ${manifest.migration}; this one is ${migration}). ` +
        'Import it into an installation of that version, and update that one.'
    );
  }
  const shape = (all: readonly Pick<WholeTable, 'name' | 'columns'>[]) =>
    JSON.stringify(all.map(({ name, columns }) => [name, columns]));
  if (shape(manifest.tables) !== shape(tables)) {
    throw refusedArchive('The tables or columns of the archive are not those of this version.');
  }
}

/** A column that is unknown or left out would be passed over in silence. */
function assertColumns(where: string, line: string, columns: readonly string[]): void {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw refusedEntry(where, 'a row is not valid JSON');
  }
  const names = typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : [];
  if (names.length !== columns.length || !names.every((name, i) => name === columns[i])) {
    throw refusedEntry(where, 'a row has other columns than the table');
  }
}

/** What the database says of rows that it does not take. */
async function inPlainWords(where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (failureOf(thrown) !== null) throw thrown;
    const said = [...causesOf(thrown)].at(-1);
    const detail = said !== undefined && 'detail' in said && typeof said.detail === 'string' ? ` ${said.detail}` : '';
    const broken = isContradiction(thrown) ? 'its rows contradict each other' : 'a row cannot be read';
    throw refusedEntry(where, `${broken} (${said?.message ?? ''}.${detail})`.slice(0, 500));
  }
}
