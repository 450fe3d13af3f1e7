import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { describeSchema } from '#lib/server/db/describe-schema.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { execute } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';

const made: string[] = [];
const adminUrl = inject('postgresUrl');
async function emptyDatabase(owner?: { name: string; password: string }): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, `CREATE DATABASE ${name}${owner ? ` OWNER ${owner.name}` : ''}`);
  made.push(name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  if (owner) [url.username, url.password] = [owner.name, owner.password];
  return url.href;
}
afterAll(async () => {
  for (const name of made) await execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
});
const numbered = (await readdir('migrations')).filter((name) => /^\d{4}_/.test(name)).sort();

test('the committed schema.sql is what the migrations make: npm run db:schema', async () => {
  const url = await emptyDatabase();
  await prepareDatabase(url);
  expect(await describeSchema(url)).toBe(await readFile('migrations/schema.sql', 'utf8'));
});

test('twenty processes may migrate one empty database at once', async () => {
  const url = await emptyDatabase();
  const runs = await Promise.all(Array.from({ length: 20 }, () => runCommand(url, 'db-migrate')));
  expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
  const printed = runs.map(({ output }) => output.trim());
  expect(printed.filter((line) => line.startsWith('Applied:'))).toHaveLength(1);
  expect(printed.filter((line) => line === 'The schema is up to date.')).toHaveLength(19);
  const { rows } = await execute(url, 'SELECT name FROM applied_migrations ORDER BY id');
  expect(rows.map(({ name }) => `${name}.sql`)).toEqual(numbered);
}, 180_000);

describe('migrations', () => {
  test('are numbered without a gap and named for what they do', () => {
    expect(numbered.map((name) => Number(name.slice(0, 4)))).toEqual(numbered.map((_, i) => i + 1));
    expect(numbered.every((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))).toBe(true);
  });

  test('need no superuser: an owner who may create roles is enough, as managed services offer', async () => {
    const owner = { name: `owner_${randomBytes(4).toString('hex')}`, password: 'an-owner' };
    await execute(adminUrl, `CREATE ROLE ${owner.name} LOGIN CREATEROLE PASSWORD '${owner.password}'`);
    const url = await emptyDatabase(owner);
    expect(await prepareDatabase(url)).toHaveLength(numbered.length);
    const pool = await openPool(url, 2);
    await transaction(pool, SYSTEM, (tx) => enqueue(tx, 'remove_expired', {}));
    await pool.end();
    expect((await execute(url, 'SELECT count(*)::int AS n FROM graphile_worker.jobs')).rows).toEqual([{ n: 1 }]);
  });

  test('that fail leave the database as it was', async () => {
    const url = await emptyDatabase();
    await execute(url, 'CREATE TABLE assets ()');
    await expect(prepareDatabase(url)).rejects.toThrow(/assets/);
    const { rows } = await execute(url, "SELECT to_regclass('channels') AS channels");
    expect(rows).toEqual([{ channels: null }]);
    await execute(url, 'DROP TABLE assets');
    await prepareDatabase(url);
  });
});

/** Every table of ours by name, and whether row-level security is forced on it. */
async function tables(): Promise<{ name: string; forced: boolean; organization: boolean }[]> {
  const url = await emptyDatabase();
  await prepareDatabase(url);
  const { rows } = await execute(
    url,
    `SELECT c.relname AS name, c.relforcerowsecurity AS forced, EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id') AS organization
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`
  );
  return rows;
}

test('a table that holds records of an organization has row-level security forced, or is reached by functions alone', async () => {
  /** Counters and traces without content; what they count is behind its own policies. */
  const WITHOUT = ['audit_heads', 'certificate_counters', 'organization_changes', 'tombstones'];
  const open = (await tables()).filter(({ organization, forced }) => organization && !forced).map(({ name }) => name);
  expect(open.filter((name) => !WITHOUT.includes(name))).toEqual([]);
});
