import { refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { causesOf } from '#lib/server/db/driver/connection-lost.ts';
import { failureOf, isContradiction } from '#lib/server/db/failure.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { WholeTable } from '#lib/server/db/whole/tables.ts';
import { addRows } from '#lib/server/db/whole/waiting-rows.ts';
import type { ArchiveIn } from './archive-in.ts';
import { tableList } from './manifest.ts';

/**
 * Reads all rows of an archive into the tables of a schema.
 * @param tell is told how many were added
 * @throws Refusal `archive_refused` with what is wrong
 */
export async function addArchivedRows(
  tx: Tx,
  schema: string,
  archive: ArchiveIn,
  tables: readonly WholeTable[],
  tell: (rows: number) => Promise<void>
): Promise<void> {
  for (const table of archive.manifest.tables) {
    const where = tableList(table.name);
    const known = tables.find(({ name }) => name === table.name);
    if (known === undefined) throw refusedEntry(where, 'there is no such table');
    for await (const lines of archive.rowsOf(table)) {
      for (const line of lines) assertColumns(where, line, known.columns);
      await inPlainWords(where, () => addRows(tx, schema, known, lines));
      await tell(lines.length);
    }
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

/** What the database says of rows that it does not take. @throws Refusal `archive_refused` */
export async function inPlainWords(where: string, work: () => Promise<void>): Promise<void> {
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

/** @throws Refusal `archive_refused` where tables or columns differ */
export function assertSameShape(archived: readonly Shape[], here: readonly Shape[], refused: () => Error): void {
  const shape = (all: readonly Shape[]) => JSON.stringify(all.map(({ name, columns }) => [name, columns]));
  if (shape(archived) !== shape(here)) throw refused();
}
type Shape = Pick<WholeTable, 'name' | 'columns'>;
