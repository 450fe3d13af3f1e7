import { sql, type FragmentSqlToken, type PrimitiveValueExpression } from 'slonik';
import type { Tx } from './transaction.ts';

/** How one column of a table is filled from a row of the program's own kind. */
export type Column<Row> = {
  readonly name: string;
  readonly type: 'uuid' | 'text' | 'int4' | 'int8' | 'float8' | 'bool' | 'date' | 'timestamptz' | 'jsonb' | 'bytea';
  readonly of: (row: Row) => PrimitiveValueExpression;
};

/** A JSON value for a `jsonb` column; SQL NULL for nothing. */
export const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** Rows as a table expression with one array a column: the number of parameters does not grow with the rows. */
export const unnestRows = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): FragmentSqlToken => {
  const arrays = columns.map((column) => sql.array(rows.map(column.of), column.type));
  return sql.fragment`unnest(${sql.join(arrays, sql.fragment`, `)})`;
};

/** Writes all rows by one statement. */
export async function insertRows<Row>(
  tx: Tx,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[]
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => sql.identifier([column.name]));
  await tx.query(sql.unsafe`
    INSERT INTO ${sql.identifier([table])} (${sql.join(names, sql.fragment`, `)})
    SELECT * FROM ${unnestRows(columns, rows)}`);
}
