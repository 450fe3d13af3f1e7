import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A table's rows as texts, column by column, ready to be written again under new ids. */
type Rows = {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (string | null)[][];
};
type Column = { readonly name: string; readonly type: string };

const TABLES = ['calibrations', 'calibration_points'] as const;

/** Makes twins of the two tables (same columns, checks and indexes) and reads rows for them. */
export async function bareCopy(owner: pg.Client): Promise<{ read: (ids: readonly string[]) => Promise<Rows[]> }> {
  const columns = new Map<string, Column[]>();
  for (const table of TABLES) {
    await owner.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`);
    const { rows } = await owner.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [table]
    );
    columns.set(table, rows);
  }
  const read = async (ids: readonly string[]): Promise<Rows[]> => {
    const renamed = new Map(ids.map((id) => [id, randomUUID()]));
    const found: Rows[] = [];
    for (const table of TABLES) {
      const own = columns.get(table) ?? [];
      const texts = own.map(({ name }) => `"${name}"::text`).join(', ');
      const key = table === 'calibrations' ? 'id' : 'calibration_id';
      const { rows } = await owner.query<(string | null)[]>({
        text: `SELECT ${texts} FROM ${table} WHERE ${key} = ANY($1::uuid[])`,
        values: [ids],
        rowMode: 'array'
      });
      const position = own.findIndex(({ name }) => name === key);
      for (const row of rows) row[position] = renamed.get(row[position] ?? '') ?? null;
      found.push({ table: `bare_${table}`, columns: own, rows });
    }
    return found;
  };
  return { read };
}

/** One transaction, one multi-row INSERT a table, one array parameter a column. */
export async function insertBare(owner: pg.Client, tables: readonly Rows[]): Promise<void> {
  await owner.query('BEGIN');
  for (const { table, columns, rows } of tables) {
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const arrays = columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ');
    await owner.query(
      `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`,
      columns.map((_, i) => rows.map((row) => row[i] ?? null))
    );
  }
  await owner.query('COMMIT');
}
