import { SchemaValidationError, type Interceptor } from 'slonik';

/** Rows are checked against the schema of their query, so that a changed column is noticed where it is read. */
export const parseResultRow: Interceptor = {
  name: 'parse-result-row',
  transformRow: (context, query, row) => {
    const parser = context.resultParser;
    if (!parser) return row;
    const checked = parser['~standard'].validate(row);
    if (checked instanceof Promise) throw new TypeError('schemas of rows are synchronous');
    if (checked.issues) throw new SchemaValidationError(query, row as never, checked.issues as never);
    return checked.value as typeof row;
  }
};
