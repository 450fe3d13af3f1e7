import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Page } from '#lib/laboratory/page.ts';
import { decodeCursor, encodeCursor, type KeyType } from './page-cursor.ts';
import type { Tx } from './transaction.ts';

/** Additional columns of every row of a page: its sort key, and the total number of rows. */
const place = z.object({ page_key: z.string(), page_id: z.string(), page_total: z.int() });

/** How a list can be sorted: never null, so that every row has a position. */
export type SortKey = { readonly expression: FragmentSqlToken; readonly type: KeyType };

export type PageRequest<Row extends z.ZodObject> = {
  readonly row: Row;
  readonly columns: FragmentSqlToken;
  readonly from: FragmentSqlToken;
  readonly where: readonly FragmentSqlToken[];
  /** UUID column that orders rows with equal keys. */
  readonly id: FragmentSqlToken;
  readonly sortKeys: Readonly<Record<string, SortKey>>;
  /** A name of `sortKeys`; `-` before it reverses the order. */
  readonly sort: string;
  readonly limit: number;
  readonly cursor: string | undefined;
};

/**
 * One page of a list by keyset: rows that are added or removed between two pages do not repeat or hide others.
 * @throws Refusal `invalid_cursor`
 */
export async function readPage<Row extends z.ZodObject>(
  tx: Tx,
  request: PageRequest<Row>
): Promise<Page<z.output<Row>>> {
  const descending = request.sort.startsWith('-');
  const sortKey = request.sortKeys[request.sort.replace(/^-/, '')];
  if (!sortKey) throw new Error(`no sort key ${request.sort}`);
  const { expression, type } = sortKey;
  const where = allOf(request.where);
  const count = sql.fragment`SELECT count(*) AS total FROM ${request.from} WHERE ${where}`;
  const rows = await tx.any(sql.type(request.row.extend(place.shape))`
    SELECT ${request.columns}, (${expression})::text AS page_key, (${request.id})::text AS page_id, (${count}) AS page_total
    FROM ${request.from}
    WHERE ${where} AND ${afterCursor(request, expression, type, descending)}
    ORDER BY ${
      descending ? sql.fragment`${expression} DESC, ${request.id} DESC` : sql.fragment`${expression}, ${request.id}`
    }
    LIMIT ${request.limit + 1}`);
  const [first] = rows;
  // An empty page has no row with the total.
  const total =
    (first?.page_total as number | undefined) ?? (await tx.oneFirst(sql.type(z.object({ total: z.int() }))`${count}`));
  const last = rows.length > request.limit ? rows[request.limit - 1] : undefined;
  return {
    items: rows
      .slice(0, request.limit)
      .map(({ page_key: _key, page_id: _id, page_total: _total, ...row }) => row as z.output<Row>),
    nextCursor: last ? encodeCursor(request.sort, { key: String(last.page_key), id: String(last.page_id) }) : null,
    total
  };
}

function afterCursor(
  { cursor: text, sort, id }: Pick<PageRequest<z.ZodObject>, 'cursor' | 'sort' | 'id'>,
  expression: FragmentSqlToken,
  type: KeyType,
  descending: boolean
): FragmentSqlToken {
  if (text === undefined) return sql.fragment`true`;
  const cursor = decodeCursor(text, sort, type);
  const row = sql.fragment`(${expression}, ${id})`;
  const end = sql.fragment`(${cursor.key}::${TYPES[type]}, ${cursor.id}::uuid)`;
  return descending ? sql.fragment`${row} < ${end}` : sql.fragment`${row} > ${end}`;
}

const TYPES: Readonly<Record<KeyType, FragmentSqlToken>> = {
  text: sql.fragment`text`,
  timestamptz: sql.fragment`timestamptz`,
  date: sql.fragment`date`,
  bigint: sql.fragment`bigint`
};

/** Conditions that must all be true; none means every row. */
export const allOf = (conditions: readonly FragmentSqlToken[]): FragmentSqlToken =>
  conditions.length === 0 ? sql.fragment`true` : sql.fragment`${sql.join([...conditions], sql.fragment` AND `)}`;

/** Whether any of the columns contains the text as typed, ignoring case. Wildcards have no meaning. */
export const containsText = (text: string, columns: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`strpos(lower(concat_ws(' ', ${columns})), lower(${text})) > 0`;
