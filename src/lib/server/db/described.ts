/**
 * Described records (lib/records) in SQL: their columns, derived once when the program loads, and what is read of them.
 */
import { sql, type FragmentSqlToken } from 'slonik';
import {
  columnKeys,
  derivedKeys,
  documentKeys,
  type ColumnKey,
  type Description,
  type Field,
  type Kind,
  type KeyWhere
} from '#lib/records/field.ts';
import { columnOf, commas, json, type AnyColumn } from './column.ts';

const TYPES = {
  id: 'uuid',
  text: 'text',
  texts: 'text[]',
  flag: 'bool',
  number: 'float8',
  count: 'int4',
  choice: 'text',
  instant: 'timestamptz',
  day: 'date',
  tolerance: 'jsonb',
  capability: 'jsonb',
  attributes: 'jsonb',
  limits: 'jsonb',
  plan: 'jsonb'
} as const satisfies Record<Exclude<Kind, 'given'>, AnyColumn<never>['type']>;
export const columnTypeOf = ({ kind }: Field): AnyColumn<never>['type'] => {
  if (kind === 'given') throw new Error('A field of kind `given` is no column.');
  return TYPES[kind];
};

/** The parts of a described record's row that the program writes. */
type RowOf<D extends Description> = { readonly [K in ColumnKey<D>]: unknown };

/** The columns that the program writes. */
export const columnsOf = <D extends Description>(description: D): readonly AnyColumn<RowOf<D>>[] =>
  columnKeys(description).map((key): AnyColumn<RowOf<D>> => {
    const type = columnTypeOf(description[key] as Field);
    if (type === 'text[]') return { name: key, type, of: (row) => textsIn(row[key]) };
    if (type === 'jsonb') return { name: key, type, of: (row) => json(row[key]) };
    return { name: key, type, of: (row) => scalarIn(row[key]) };
  });

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
function scalarIn(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new TypeError(`No value of a column: ${typeof value}`);
}

type From = Field['from'];
type SuppliedColumns<D extends Description, Sources extends From> = {
  readonly [K in KeyWhere<D, { from: Sources }>]: FragmentSqlToken;
};

/**
 * What a `SELECT` reads of a record for devices. @param expressions the expressions of fields that are not columns of its
 * table
 */
export const documentColumns = <D extends Description>(
  description: D,
  alias: string,
  expressions: SuppliedColumns<D, 'joined'>
): FragmentSqlToken => selected(alias, documentKeys(description), expressions);

/** Additional fields of answers; see above. */
export const derivedColumns = <D extends Description>(
  description: D,
  expressions: SuppliedColumns<D, 'derived'>
): FragmentSqlToken => selected('', derivedKeys(description), expressions);

function selected(alias: string, keys: readonly string[], expressions: Readonly<Record<string, FragmentSqlToken>>) {
  return commas(
    keys.map((key) => {
      const expression = expressions[key];
      return expression === undefined ? columnOf(alias, key) : sql.fragment`${expression} AS ${sql.identifier([key])}`;
    })
  );
}

/** A record within another one's, as JSON: `json_build_object('id', c.id, …)`. Instants are written as anywhere else. */
export const asJson = <D extends Description>(
  description: D,
  alias: string,
  keys: readonly (keyof D & string)[] = documentKeys(description)
): FragmentSqlToken =>
  commas(
    keys.map((key) => {
      const column = columnOf(alias, key);
      const value = description[key]?.kind === 'instant' ? sql.fragment`instant_text(${column})` : column;
      return sql.fragment`${sql.literalValue(key)}, ${value}`;
    })
  );
