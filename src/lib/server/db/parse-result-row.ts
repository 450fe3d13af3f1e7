import { SchemaValidationError, type Interceptor } from 'slonik';
import type { z } from 'zod';

/** Rows after which the check of a schema is compiled. Many schemas are made for one statement, and compiling takes longer than checking. */
const SEVERAL_ROWS = 8;
const rowsOf = new WeakMap<object, number>();

function isCompiled(schema: object): boolean {
  const rows = rowsOf.get(schema) ?? 0;
  if (rows < SEVERAL_ROWS) rowsOf.set(schema, rows + 1);
  return rows >= SEVERAL_ROWS;
}

/** Rows are checked against the schema of their query, so that a changed column is noticed where it is read. */
export const parseResultRow: Interceptor = {
  name: 'parse-result-row',
  transformRow: (context, query, row) => {
    const parser = context.resultParser;
    if (!parser) return row;
    const checked = (parser as z.ZodType<typeof row>).safeParse(row, { jitless: !isCompiled(parser) });
    if (!checked.success) throw new SchemaValidationError(query, row as never, checked.error.issues as never);
    return checked.data;
  }
};
