import { sql, type FragmentSqlToken } from 'slonik';
import type { Tx } from './transaction.ts';

/** How one column of a table is filled from a row of the program's own kind. */
export type Column<Row> = {
  readonly name: string;
  readonly type: 'uuid' | 'text' | 'int4' | 'int8' | 'float8' | 'bool' | 'date' | 'timestamptz' | 'jsonb';
  /** JSON as its text. */
  readonly of: (row: Row) => string | number | boolean | null;
};

/** A JSON value for a `jsonb` column; SQL NULL for nothing. */
export const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** Writes all rows by one statement, with one parameter a column: their number does not grow with the rows. */
export async function insertRows<Row>(
  tx: Tx,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[]
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => sql.identifier([name]));
  const arrays = columns.map((column) => arrayOf(column, rows));
  await tx.query(sql.unsafe`
    INSERT INTO ${sql.identifier([table])} (${sql.join(names, sql.fragment`, `)})
    SELECT * FROM unnest(${sql.join(arrays, sql.fragment`, `)})`);
}

// JSON holds no control character but in its escapes, so these can stand between two values and for none.
const SEPARATOR = '\u001e';
const NOTHING = '\u001f';

/**
 * All values of a column as one array. Texts need the escapes of an array literal, which cost more than the rest of a statement
 * with a thousand JSON values in it, so JSON is sent as one text and cut apart there.
 */
function arrayOf<Row>({ type, of }: Column<Row>, rows: readonly Row[]): FragmentSqlToken {
  const name = sql.identifier([type]);
  if (type === 'text') {
    return sql.fragment`${sql.array(
      rows.map((row) => of(row)),
      'text'
    )}`;
  }
  if (type === 'jsonb') {
    const texts = rows.map((row) => of(row) ?? NOTHING).join(SEPARATOR);
    return sql.fragment`string_to_array(${texts}, ${SEPARATOR}, ${NOTHING})::jsonb[]`;
  }
  return sql.fragment`${`{${rows.map((row) => of(row) ?? 'NULL').join(',')}}`}::${name}[]`;
}
