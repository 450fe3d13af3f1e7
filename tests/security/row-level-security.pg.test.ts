/** What is left when the application's own filter is gone: the policies of the database, which must still give nothing. */
import pg from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import { openPool } from '#lib/server/db/pool.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { asOwner } from '../support/template-database.ts';
import { AskedOnce } from './matrix/ask-once.ts';
import { callOperation } from './matrix/call-operation.ts';
import { tablesOfOrganizations } from './matrix/organization-tables.ts';
import { rows } from './matrix/rows.ts';
import { traceOf, writtenSince } from './matrix/trace.ts';
import { makeWorld, STANDINGS, type Standing, type World } from './matrix/world.ts';

let database: TestDatabase;
let world: World;
let asking: AskedOnce;
let pool: DatabasePool;
let mutant: Services;
let superadminToken: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database);
  asking = new AskedOnce(world);
  superadminToken = await world.signIn(world.boss);
  await world.run(MUTANT);
  // Of these connections alone: the world opens new ones, too, where it has been idle for long.
  const url = new URL(asOwner(database.url));
  url.searchParams.set('options', '-c search_path=mutant,pg_catalog,public');
  pool = await openPool(url.href, 10);
  mutant = { ...world.services, pool };
});
afterAll(async () => {
  await pool.end();
  await world.end();
  await database.drop();
});

/**
 * The application without its filters. It believes that everybody is a superadmin, so its rules let everything pass; its queries'
 * own conditions hold for every row. The database alone knows who asks: what the application says of that is replaced by `truth`.
 */
const MUTANT = `
  CREATE SCHEMA mutant;
  CREATE TABLE mutant.truth (user_id text, role text, organizations text);
  INSERT INTO mutant.truth DEFAULT VALUES;
  CREATE FUNCTION mutant.set_config(name text, value text, is_local boolean) RETURNS text LANGUAGE sql AS $$
    SELECT pg_catalog.set_config(name, CASE
      WHEN name = 'app.user_id' AND value <> '' THEN t.user_id
      WHEN name = 'app.role' AND value <> 'system' THEN t.role
      WHEN name = 'app.organizations' THEN t.organizations
      ELSE value END, is_local) FROM mutant.truth t $$;
  CREATE FUNCTION mutant.app_may_read(uuid) RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE FUNCTION mutant.app_public_organizations() RETURNS uuid[] LANGUAGE sql SECURITY DEFINER AS
    'SELECT array_agg(id) FROM public.organizations';
  GRANT USAGE ON SCHEMA mutant TO PUBLIC;
  GRANT SELECT ON mutant.truth TO PUBLIC;`;

const STRANGERS = ['viewer', 'technician', 'organization_admin', 'admin'] as const;
type Stranger = (typeof STRANGERS)[number];
const FOREIGN = ['public', 'private', 'deactivated'] as const satisfies readonly Standing[];

async function beTruly(stranger: Stranger): Promise<void> {
  const { userId, role, memberships } = world.callers[stranger];
  await world.run('UPDATE mutant.truth SET user_id = $1, role = $2, organizations = $3', [
    userId,
    role,
    `{${[...memberships.keys()].join(',')}}`
  ]);
}

/** What belongs to persons or to the installation; of everything else the database must know whose it is. */
const OF_NO_ORGANIZATION = [
  ...[
    'access_tokens',
    'account_tokens',
    'applied_ids',
    'applied_migrations',
    'asset_views',
    'certificate_claims',
    'certificate_proofs',
    'certificate_revisions',
    'clock_ticks',
    'email_settings',
    'idempotency_keys',
    'identities',
    'installation'
  ],
  ...[
    'login_attempts',
    'mail_log',
    'mailed_notices',
    'notification_counters',
    'notification_preferences',
    'operations',
    'passkeys',
    'passwords',
    'processes',
    'push_subscriptions',
    'recovery_codes',
    'refused_attempts',
    'sessions',
    'sign_in_settings',
    'totp_secrets',
    'unkept_objects',
    'used_passkey_challenges',
    'used_sign_in_tickets',
    'users'
  ]
];
/** Belongs to an asset, by which its policies find the organization. */
const BY_ASSET = ['version_counters'];

test('every table of the catalog that carries an organization is fenced, and a new one must say whether it does', async () => {
  const carrying = (await tablesOfOrganizations(world.run)).map(({ table }) => table);
  const { rows: tables } = await world.run(
    `SELECT relname AS name, relrowsecurity AND relforcerowsecurity
            AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS fenced
     FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'm', 'f')
       AND relname NOT LIKE 'kept%' ORDER BY 1`
  );
  const named = [...carrying, ...BY_ASSET];
  expect(tables.map(({ name }) => String(name)).filter((name) => !named.includes(name))).toEqual(OF_NO_ORGANIZATION);
  expect(tables.filter(({ name, fenced }) => named.includes(String(name)) && fenced !== true)).toEqual([]);
});

test('there is something to hide in each of them', async () => {
  const empty: string[] = [];
  for (const { table, column } of await tablesOfOrganizations(world.run)) {
    for (const standing of ['private', 'deactivated'] as const) {
      const { rowCount } = await world.run(`SELECT FROM ${table} WHERE ${column} = $1`, [world.places[standing].id]);
      if (rowCount === 0) empty.push(`${table} (${standing})`);
    }
  }
  expect(empty).toEqual([]);
});

test('the mutant has no filter of its own: to the superadmin that it takes everybody for, it shows everything', async () => {
  await world.run(`UPDATE mutant.truth SET user_id = $1, role = 'superadmin', organizations = '{}'`, [
    world.boss.userId
  ]);
  for (const standing of STANDINGS) {
    const place = world.places[standing];
    const answer = await callOperation('getAsset', mutant, { params: { ref: place.assetId } }, superadminToken);
    expect(await answer.text()).toContain(place.mark);
  }
});

test('what is written of an organization is noted as its own', async () => {
  const { private: changed, deactivated: other } = world.places;
  const before = await traceOf(world);
  await world.run('UPDATE organizations SET updated_at = now() WHERE id = $1', [changed.id]);
  await world.run('UPDATE assets SET updated_at = now() WHERE organization_id = $1', [changed.id]);
  expect(await writtenSince(world, before, changed.id)).toMatch(/^UPDATE assets.*UPDATE organizations$/);
  expect(await writtenSince(world, before, other.id)).toBe('');
  await world.run('UPDATE join_requests SET organization_id = $2 WHERE organization_id = $1', [changed.id, other.id]);
  expect(await writtenSince(world, before, other.id)).toBe('UPDATE join_requests');
  await world.run('UPDATE join_requests SET organization_id = $2 WHERE organization_id = $1', [other.id, changed.id]);
});

/** What anybody may do to a private organization by its name: ask to join it. */
const BY_NAME: readonly EndpointName[] = ['requestToJoin', 'withdrawJoinRequest'];

describe.each(STRANGERS)('without the application’s filter, %s', (stranger) => {
  test.each(Object.keys(endpoints) as EndpointName[])('gets nothing by %s', async (name) => {
    const row = rows[name];
    if (row === undefined) throw new Error(`${name} has no row`);
    const faults: string[] = [];
    for (const standing of FOREIGN) {
      const place = world.places[standing];
      const asked = await asking.ask(row, stranger, place);
      const token = name === 'logout' ? await world.signIn(world.boss) : superadminToken;
      await beTruly(stranger);
      const before = await traceOf(world);
      const text = await (await callOperation(name, mutant, asked, token)).text();
      for (const hidden of [world.places.private, world.places.deactivated]) {
        if (text.includes(hidden.mark)) faults.push(`${standing}: tells of ${hidden.standing}: ${text.slice(0, 300)}`);
      }
      const written = BY_NAME.includes(name) ? '' : await writtenSince(world, before, place.id);
      if (written !== '') faults.push(`${standing}: was changed: ${written}`);
    }
    expect(faults).toEqual([]);
  });
});

describe('by hand, past everything but the database', () => {
  /** Moved by everybody who acts, also by who asks to join; it holds a number and a hash. */
  const HEADS = 'audit_heads';
  /** A person may end their membership, take their request back and clear what they were told. */
  const OF_PEOPLE = ['memberships', 'join_requests', 'notifications'];
  const asStranger = async <T>(stranger: Stranger, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: asOwner(database.url) });
    await client.connect();
    const { userId, role, memberships } = world.callers[stranger];
    try {
      await client.query(`SET search_path = public; SET ROLE plumbline_app; BEGIN`);
      await client.query(
        `SELECT set_config('app.user_id', $1, true), set_config('app.role', $2, true),
                set_config('app.organizations', $3, true)`,
        [userId, role, `{${[...memberships.keys()].join(',')}}`]
      );
      return await work(client);
    } finally {
      await client.end();
    }
  };
  /** How many rows a statement touches; none, where it is refused. */
  const touched = async (client: pg.Client, statement: string, values: unknown[]): Promise<number> => {
    await client.query('SAVEPOINT attempt');
    const result = await client.query(statement, values).catch(() => null);
    await client.query('ROLLBACK TO attempt');
    return result?.rowCount ?? 0;
  };

  test.each(STRANGERS)('%s reads no row of a private or deactivated organization in any table', async (stranger) => {
    const found = await asStranger(stranger, async (client) => {
      const seen: string[] = [];
      for (const { table, column } of await tablesOfOrganizations(world.run)) {
        if (table === HEADS) continue;
        for (const standing of ['private', 'deactivated'] as const) {
          const own = ['memberships', 'join_requests'].includes(table) ? 'user_id <> app_user_id()' : 'true';
          const statement = `SELECT FROM ${table} WHERE ${column} = $1 AND ${own}`;
          if ((await touched(client, statement, [world.places[standing].id])) > 0) seen.push(`${table} (${standing})`);
        }
      }
      return seen;
    });
    expect(found).toEqual([]);
  });

  test.each(STRANGERS)(
    '%s changes, removes or adds no row of a foreign organization in any table',
    async (stranger) => {
      const found = await asStranger(stranger, async (client) => {
        const done: string[] = [];
        for (const { table, column } of await tablesOfOrganizations(world.run)) {
          if (table === HEADS) continue;
          const own = OF_PEOPLE.includes(table) ? 'user_id <> app_user_id()' : 'true';
          for (const standing of FOREIGN) {
            const { id } = world.places[standing];
            for (const statement of [
              `UPDATE ${table} SET ${column} = ${column} WHERE ${column} = $1 AND ${own}`,
              `DELETE FROM ${table} WHERE ${column} = $1 AND ${own}`
            ]) {
              if ((await touched(client, statement, [id])) > 0) done.push(`${statement} (${standing})`);
            }
          }
        }
        return done;
      });
      expect(found).toEqual([]);
    }
  );

  test.each(STRANGERS)('%s neither reads nor changes how far versions of foreign assets count', async (stranger) => {
    await asStranger(stranger, async (client) => {
      const { places } = world;
      const statement = `FROM version_counters WHERE asset_id IN (SELECT asset_id FROM version_counters) AND asset_id = $1`;
      expect(await touched(client, `SELECT ${statement}`, [places.own.assetId])).toBe(1);
      for (const standing of ['private', 'deactivated'] as const) {
        expect(await touched(client, `SELECT ${statement}`, [places[standing].assetId])).toBe(0);
      }
      for (const standing of FOREIGN) {
        expect(await touched(client, `DELETE ${statement}`, [places[standing].assetId])).toBe(0);
      }
    });
  });

  test('nobody at all is shown nothing at all, and nobody writes history in the name of others', async () => {
    const client = new pg.Client({ connectionString: asOwner(database.url) });
    await client.connect();
    await client.query(`SET search_path = public; SET ROLE plumbline_app; BEGIN`);
    for (const { table } of await tablesOfOrganizations(world.run)) {
      expect([table, await touched(client, `SELECT FROM ${table}`, [])]).toEqual([table, 0]);
    }
    await client.end();
    await asStranger('technician', async (stranger) => {
      const forge = `INSERT INTO audit_log (id, chain, number, organization_id, actor_id, action, resource_type, resource_id,
                                            resource_label, previous_hash, hash)
                     VALUES (gen_random_uuid(), $1, 10000, $1, $2, 'asset.created', 'asset', $1, '', '', '')`;
      const { own, public: open } = world.places;
      const self = world.callers.technician.userId;
      expect(await touched(stranger, forge, [own.id, self])).toBe(1);
      expect(await touched(stranger, forge, [own.id, world.boss.userId])).toBe(0);
      expect(await touched(stranger, forge, [open.id, self])).toBe(0);
    });
  });
});
