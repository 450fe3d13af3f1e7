/** The rule of reading stands twice: as a function of one organization, and as sets that a query asks for once (0010). */
import pg from 'pg';
import { sql, type FragmentSqlToken } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayRead } from '#lib/server/db/may-read.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { asOwner } from '../support/template-database.ts';
import { tablesOfOrganizations } from './matrix/organization-tables.ts';
import { CALLERS, makeWorld, STANDINGS, type Caller, type World } from './matrix/world.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database);
});
afterAll(async () => {
  await world.end();
  await database.drop();
});

async function as<T>(caller: Caller | 'system', work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: asOwner(database.url) });
  await client.connect();
  const actor = caller === 'anonymous' || caller === 'system' ? null : world.callers[caller];
  try {
    await client.query('SET ROLE plumbline_app; BEGIN');
    await client.query(
      `SELECT set_config('app.user_id', $1, true), set_config('app.role', $2, true), set_config('app.organizations', $3, true)`,
      [
        actor?.userId ?? '',
        actor?.role ?? (caller === 'system' ? 'system' : ''),
        `{${[...(actor?.memberships.keys() ?? [])].join(',')}}`
      ]
    );
    return await work(client);
  } finally {
    await client.end();
  }
}

const textOf = ({ sql: text, values }: FragmentSqlToken): string => {
  expect(values).toEqual([]);
  return text;
};

test.each([...CALLERS, 'system'] as const)(
  'both say the same of every organization, and of none, for %s',
  async (caller) => {
    const asked = [...STANDINGS.map((standing) => world.places[standing].id), null];
    const { rows } = await as(caller, (client) =>
      client.query<{ by_row: boolean; by_set: boolean | null }>(
        `SELECT app_may_read(o.id) AS by_row, coalesce(${textOf(mayRead(sql.fragment`o.id`))}, false) AS by_set
       FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place) ORDER BY place`,
        [asked]
      )
    );
    expect(rows.map(({ by_set }) => by_set)).toEqual(rows.map(({ by_row }) => by_row));
    const isKnown = caller !== 'anonymous';
    const all = caller === 'superadmin' || caller === 'system';
    expect(rows.map(({ by_row }) => by_row)).toEqual([isKnown, isKnown, all, all, isKnown]);
  }
);

test('no table that carries an organization asks about reading row by row', async () => {
  const asking: string[] = [];
  for (const { table } of await tablesOfOrganizations(world.run)) {
    const { rows } = await world.run(
      `SELECT polname AS name FROM pg_policy WHERE polrelid = $1::regclass AND polcmd = 'r'
         AND pg_get_expr(polqual, polrelid) ~ '(app_may_read|organization_is_public)\\('`,
      [table]
    );
    asking.push(...rows.map(({ name }) => `${table}: ${String(name)}`));
  }
  expect(asking).toEqual([]);
});

test('to read a row of any table, nobody is asked anything for that row alone', async () => {
  const asking: string[] = [];
  for (const { table } of await tablesOfOrganizations(world.run)) {
    await as('technician', async (client) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (COSTS OFF) SELECT count(*) FROM ${table}`
      );
      const perRow = rows
        .map((row) => row['QUERY PLAN'])
        .filter((line) => /(Filter|Cond): .*(app_|is_admin_of|current_setting)/.test(line));
      asking.push(...perRow.map((line) => `${table}: ${line.trim()}`));
    });
  }
  expect(asking).toEqual([]);
});
