import { sql, type FragmentSqlToken } from 'slonik';
import { takeTurns, type Pause } from '#lib/server/turns/take-turns.ts';
import { JSON_SEPARATOR, type Column } from './column.ts';
import type { Tx } from './transaction.ts';

/** The number of values prepared before yielding to other work. */
const SLICE = 500;

/**
 * Writes all rows with one statement and one parameter per column, whatever the number of rows. The parameters of
 * thousands of rows are prepared in slices.
 */
export async function insertRows<Row>(
  tx: Tx,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[]
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => sql.identifier([name]));
  const pause = takeTurns();
  const arrays: FragmentSqlToken[] = [];
  for (const column of columns) arrays.push(await arrayOf(column, rows, pause));
  await tx.query(sql.unsafe`
    INSERT INTO ${sql.identifier([table])} (${sql.join(names, sql.fragment`, `)})
    SELECT * FROM unnest(${sql.join(arrays, sql.fragment`, `)})`);
}

/** In place of a JSON text that is not there; for the same reason as the separator. */
const NOTHING = '\u001f';

/**
 * All values of a column as one array. Texts need the escapes of an array literal, which cost more than the rest of a statement
 * with a thousand JSON values in it, so JSON is sent as one text and split there.
 */
async function arrayOf<Row>({ type, of }: Column<Row>, rows: readonly Row[], pause: Pause): Promise<FragmentSqlToken> {
  const values: (string | number | boolean | null)[] = [];
  for (let from = 0; from < rows.length; from += SLICE) {
    for (const row of rows.slice(from, from + SLICE)) values.push(of(row));
    await pause();
  }
  const name = sql.identifier([type]);
  if (type === 'text') {
    return sql.fragment`${sql.array(values, 'text')}`;
  }
  if (type === 'jsonb') {
    const texts = values.map((value) => value ?? NOTHING).join(JSON_SEPARATOR);
    return sql.fragment`string_to_array(${texts}, ${JSON_SEPARATOR}, ${NOTHING})::jsonb[]`;
  }
  return sql.fragment`${`{${values.map((value) => value ?? 'NULL').join(',')}}`}::${name}[]`;
}
