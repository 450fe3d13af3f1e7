import { sql, type FragmentSqlToken } from 'slonik';

/** How one column of a table is filled from a row of the program. */
export type Column<Row> = {
  readonly name: string;
  readonly type: 'uuid' | 'text' | 'int4' | 'int8' | 'float8' | 'bool' | 'date' | 'timestamptz' | 'jsonb';
  /** JSON as its text. */
  readonly of: (row: Row) => string | number | boolean | null;
};
/** An array of texts, which an array parameter for many rows cannot contain. */
type TextsColumn<Row> = {
  readonly name: string;
  readonly type: 'text[]';
  readonly of: (row: Row) => readonly string[];
};
export type AnyColumn<Row> = Column<Row> | TextsColumn<Row>;

/** Between JSON texts that travel as one, since no control character is in JSON but as an escape. */
export const JSON_SEPARATOR = '\u001e';

/** A JSON value for a `jsonb` column; SQL NULL for nothing. */
export const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

const valueIn = <Row>(column: AnyColumn<Row>, row: Row): FragmentSqlToken =>
  column.type === 'text[]'
    ? sql.fragment`${sql.array([...column.of(row)], 'text')}`
    : sql.fragment`${column.of(row)}::${sql.identifier([column.type])}`;

/** Parts with commas between them. */
export const commas = (parts: readonly FragmentSqlToken[]): FragmentSqlToken =>
  sql.fragment`${sql.join([...parts], sql.fragment`, `)}`;
const nameOf = ({ name }: { readonly name: string }) => sql.fragment`${sql.identifier([name])}`;

/** `INSERT` of one row. */
export const insertRow = <Row>(table: string, columns: readonly AnyColumn<Row>[], row: Row): FragmentSqlToken =>
  sql.fragment`INSERT INTO ${sql.identifier([table])} (${commas(columns.map(nameOf))})
    VALUES (${commas(columns.map((column) => valueIn(column, row)))})`;

/** `a = …, b = …` of an `UPDATE`. */
export const assignments = <Row>(columns: readonly AnyColumn<Row>[], row: Row): FragmentSqlToken =>
  commas(columns.map((column) => sql.fragment`${nameOf(column)} = ${valueIn(column, row)}`));

/** The names of columns, for a list in SQL; of a table's alias, if one is given. */
export const columnNames = (names: readonly string[], alias?: string): FragmentSqlToken =>
  commas(names.map((name) => (alias === undefined ? nameOf({ name }) : columnOf(alias, name))));

/** The names with their types, for reading rows out of JSON. */
export const columnTypes = <Row>(columns: readonly AnyColumn<Row>[]): FragmentSqlToken =>
  commas(columns.map((column) => sql.fragment`${nameOf(column)} ${sql.identifier([column.type])}`));

/** `a = excluded.a, …` of an `ON CONFLICT DO UPDATE`. */
export const excluded = (columns: readonly { readonly name: string }[]): FragmentSqlToken =>
  commas(columns.map((column) => sql.fragment`${nameOf(column)} = ${columnOf('excluded', column.name)}`));

export const columnOf = (alias: string, name: string): FragmentSqlToken =>
  sql.fragment`${sql.identifier([alias, name])}`;
