import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Page } from '#lib/laboratory/page.ts';
import { decodeCursor, encodeCursor, type KeyType } from './page-cursor.ts';
import { markChecked } from './checked-items.ts';
import { mayRead } from './may-read.ts';
import type { Tx } from './transaction.ts';

/** Additional columns of every row of a page: its sort key, and the total number of rows. */
const placeOfRow = { page_key: z.string(), page_id: z.string(), page_total: z.int() };
const withPlaces = new WeakMap<z.ZodObject, z.ZodObject<typeof placeOfRow>>();
/** The schema of a row and its place, made once: making it takes longer than reading a short page. */
function withPlace(row: z.ZodObject): z.ZodObject<typeof placeOfRow> {
  const made = withPlaces.get(row) ?? row.extend(placeOfRow);
  withPlaces.set(row, made);
  return made;
}

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
  const order = orderOf(request);
  const where = allOf(request.where);
  const count = sql.fragment`SELECT count(*) AS total FROM ${request.from} WHERE ${where}`;
  const rows = await tx.any(sql.type(withPlace(request.row))`
    SELECT ${request.columns}, (${order.expression})::text AS page_key, (${request.id})::text AS page_id, (${count}) AS page_total
    FROM ${request.from}
    WHERE ${where} AND ${order.after(order.expression, request.id)}
    ORDER BY ${order.by(order.expression, request.id)}
    ${atMost(request.limit)}`);
  return pageOf(tx, request, rows, count);
}

/**
 * How the rows of a page are found. `along the index`: by an index of each organization that has the order. `at all`: each row is looked
 * at once, for the count and the page; for conditions that take long, and orders without an index. `at all if few`: each row is looked
 * at for the count, and then the few that match are sorted, or many are found along the index; for conditions that take no time.
 */
export type Look = 'along the index' | 'at all' | 'at all if few';
/** Sorting more takes longer than the way along the index to the first page of them. */
const FEW = 1000;

/**
 * A list of records that organizations own, too many to be joined and sorted for one page: rows are chosen by key, and only the chosen
 * ones are read.
 */
export type LargePageRequest<Row extends z.ZodObject> = PageRequest<Row> & {
  /** The table and what the conditions and sort keys need besides; `from` has the same alias. */
  readonly chosenFrom: FragmentSqlToken;
  /** The column with the organization, never null. */
  readonly organization: FragmentSqlToken;
  readonly look: Look;
};

/** The organizations whose records the caller may read (db/may-read.ts). */
const readable = sql.fragment`organizations readable WHERE ${mayRead(sql.fragment`readable.id`)}`;

/** The same page of a large list, in one statement. @throws Refusal `invalid_cursor` */
export async function readLargePage<Row extends z.ZodObject>(
  tx: Tx,
  request: LargePageRequest<Row>
): Promise<Page<z.output<Row>>> {
  const { id, organization, chosenFrom, limit } = request;
  const order = orderOf(request);
  const where = allOf([
    sql.fragment`${organization} = ANY (ARRAY(SELECT readable.id FROM ${readable}))`,
    ...request.where
  ]);
  const key = sql.fragment`page.page_key`;
  const place = sql.fragment`page.place_id`;
  const count = sql.fragment`SELECT count(*) AS total FROM ${chosenFrom} WHERE ${where}`;
  const keys = sql.fragment`SELECT ${id} AS place_id, ${order.expression} AS page_key FROM ${chosenFrom}`;
  const first = sql.fragment`ORDER BY ${order.by(key, place)} ${atMost(limit)}`;
  const firstKeys = sql.fragment`${order.after(order.expression, id)} ORDER BY ${order.by(order.expression, id)} ${atMost(limit)}`;
  const alongIndex = (condition: FragmentSqlToken) => sql.fragment`
    SELECT page.* FROM (SELECT readable.id FROM ${readable}) own CROSS JOIN LATERAL (
      ${keys} WHERE ${organization} = own.id AND ${allOf(request.where)} AND ${firstKeys}) page
    WHERE ${condition}`;
  // Only the one that is asked for is put together.
  const found: Readonly<Record<Look, () => FragmentSqlToken>> = {
    'along the index': () => sql.fragment`total AS (${count}), chosen AS (${alongIndex(sql.fragment`true`)} ${first})`,
    'at all': () => sql.fragment`
      matched AS MATERIALIZED (${keys} WHERE ${where}), total AS (SELECT count(*) AS total FROM matched),
      chosen AS (SELECT page.* FROM matched page WHERE ${order.after(key, place)} ${first})`,
    'at all if few': () => sql.fragment`
      matched AS MATERIALIZED (SELECT ${id} AS place_id FROM ${chosenFrom} WHERE ${where}),
      total AS MATERIALIZED (SELECT count(*) AS total FROM matched),
      chosen AS (
        SELECT page.* FROM (
          (${keys} WHERE (SELECT total.total FROM total) <= ${FEW} AND ${id} = ANY (ARRAY(SELECT matched.place_id FROM matched)) AND ${firstKeys})
          UNION ALL (${alongIndex(sql.fragment`(SELECT total.total FROM total) > ${FEW}`)})) page
        ${first})`
  };
  // By an array and not by a join: Postgres then expects few rows and finds each by its index.
  const rows = await tx.any(sql.type(withPlace(request.row))`
    WITH ${found[request.look]()}
    SELECT ${request.columns}, (${order.expression})::text AS page_key, (${id})::text AS page_id,
           (SELECT total.total FROM total) AS page_total
    FROM ${request.from}
    WHERE ${id} = ANY (ARRAY(SELECT chosen.place_id FROM chosen))
    ORDER BY ${order.by(order.expression, id)}`);
  return pageOf(tx, request, rows, count);
}

async function pageOf<Row extends z.ZodObject>(
  tx: Tx,
  { row, limit, sort, cursor }: PageRequest<Row>,
  rows: readonly Record<string, unknown>[],
  count: FragmentSqlToken
): Promise<Page<z.output<Row>>> {
  const [first] = rows;
  // An empty page has no row with the total. Without a cursor it is the whole list.
  const total =
    (first?.['page_total'] as number | undefined) ??
    (cursor === undefined ? 0 : await tx.oneFirst(sql.type(z.object({ total: z.int() }))`${count}`));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = rows
    .slice(0, limit)
    .map(({ page_key: _key, page_id: _id, page_total: _total, ...own }) => own as z.output<Row>);
  return {
    items: markChecked(items, row),
    nextCursor: last ? encodeCursor(sort, { key: String(last['page_key']), id: String(last['page_id']) }) : null,
    total
  };
}

/** Rows are fetched by one of these numbers, and one more that shows whether others follow. */
const FETCHED = [10, 50, 200, 500];
/**
 * So many rows, written into the statement: Postgres then keeps its plan, where planning takes longer than reading. There are few
 * numbers, so that there are few statements.
 */
function atMost(limit: number): FragmentSqlToken {
  const fetched = FETCHED.find((number) => number >= limit) ?? limit;
  return sql.fragment`LIMIT ${sql.literalValue(String(fetched + 1))}`;
}

type Order = {
  readonly expression: FragmentSqlToken;
  readonly by: (key: FragmentSqlToken, id: FragmentSqlToken) => FragmentSqlToken;
  /** Whether a row comes after the cursor. */
  readonly after: (key: FragmentSqlToken, id: FragmentSqlToken) => FragmentSqlToken;
};

/** @throws Refusal `invalid_cursor` */
function orderOf({ sort, sortKeys, cursor: text }: PageRequest<z.ZodObject>): Order {
  const descending = sort.startsWith('-');
  const sortKey = sortKeys[sort.replace(/^-/, '')];
  if (!sortKey) throw new Error(`no sort key ${sort}`);
  const { expression, type } = sortKey;
  const cursor = text === undefined ? undefined : decodeCursor(text, sort, type);
  return {
    expression,
    by: (key, id) => (descending ? sql.fragment`${key} DESC, ${id} DESC` : sql.fragment`${key}, ${id}`),
    after: (key, id) => {
      if (cursor === undefined) return sql.fragment`true`;
      const end = sql.fragment`(${cursor.key}::${TYPES[type]}, ${cursor.id}::uuid)`;
      return descending ? sql.fragment`(${key}, ${id}) < ${end}` : sql.fragment`(${key}, ${id}) > ${end}`;
    }
  };
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

/** The same, of a stored text in lower case. */
export const isFoundIn = (text: string, stored: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`strpos(${stored}, lower(${text})) > 0`;
