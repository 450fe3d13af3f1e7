import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { migrate } from '#lib/server/db/migrate.ts';
import { execute } from '../support/database.ts';

const BEFORE = '0012';
const adminUrl = inject('postgresUrl');
const name = `capability_${randomBytes(6).toString('hex')}`;
afterAll(() => execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

test('a capability of one number becomes one that does not grow with the value, and devices learn of it', async () => {
  await execute(adminUrl, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
  const files = (await readdir('migrations')).filter((file) => /^\d{4}_/.test(file) && file < BEFORE);
  for (const file of files) await cp(join('migrations', file), join(earlier, file));
  await migrate(url, earlier);
  await rm(earlier, { recursive: true });
  const organization = randomUUID();
  await execute(
    url,
    `INSERT INTO organizations (id, name, certificate_prefix) VALUES ('${organization}', 'Lab', 'LAB')`
  );
  const insert = async (assetId: string, cmc: string): Promise<string> => {
    const id = randomUUID();
    await execute(
      url,
      `INSERT INTO assets (id, organization_id, asset_id, name, cmc) VALUES ('${id}', '${organization}', '${assetId}', 'x', ${cmc})`
    );
    return id;
  };
  const own = await insert('OWN', '0.1');
  const none = await insert('NONE', 'NULL');
  const byChannel = await insert('CHANNELS', 'NULL');
  await execute(
    url,
    `INSERT INTO channels (id, organization_id, asset_id, position, name, cmc)
     VALUES ('${randomUUID()}', '${organization}', '${byChannel}', 0, 'One', 0)`
  );
  const numbers = async () =>
    Object.fromEntries(
      (await execute(url, 'SELECT id, seq::int FROM assets')).rows.map(({ id, seq }) => [String(id), Number(seq)])
    );
  const before = await numbers();
  await migrate(url);
  const { rows } = await execute(url, 'SELECT asset_id, cmc, signal_min FROM assets ORDER BY asset_id');
  expect(rows).toEqual([
    { asset_id: 'CHANNELS', cmc: null, signal_min: null },
    { asset_id: 'NONE', cmc: null, signal_min: null },
    { asset_id: 'OWN', cmc: { a: 0.1, b: 0 }, signal_min: null }
  ]);
  expect((await execute(url, 'SELECT cmc FROM channels')).rows).toEqual([{ cmc: { a: 0, b: 0 } }]);
  const after = await numbers();
  expect(after[own]).toBeGreaterThan(before[own] ?? Infinity);
  expect(after[byChannel]).toBeGreaterThan(before[byChannel] ?? Infinity);
  expect(after[none]).toBe(before[none]);
  for (const wrong of [`'{"a": -1, "b": 0}'`, `'{"a": 1}'`, `'0.1'`]) {
    await expect(execute(url, `UPDATE assets SET cmc = ${wrong}`)).rejects.toThrow('assets_cmc_check');
  }
  await expect(execute(url, 'UPDATE assets SET signal_min = 4')).rejects.toThrow('assets_signal_check');
  await expect(execute(url, 'UPDATE assets SET signal_min = 4, signal_max = 4')).rejects.toThrow('assets_signal_check');
}, 60_000);
