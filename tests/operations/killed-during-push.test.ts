import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { Mutation, MutationResult, PushAnswer } from '#sync/protocol/push.ts';
import { apiOf, eventually, type Api } from '../support/api.ts';
import { externalBody, internalBody, MEASURING } from '../support/calibrated-laboratory.ts';
import { mutationOf } from '../support/mutation.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { databaseUrlOf, startServer, stopOrphan, type RunningServer } from '../support/server.ts';

const PERSON = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };
const ENTRIES = 5;
/** Each test starts the server again. */
const PATIENCE_MS = 240_000;

let dataDir: Awaited<ReturnType<typeof copyDataDir>>;
let server: RunningServer;
let api: Api;
let database: pg.Client;
let organization: Organization;
let reference: Asset;

beforeAll(async () => {
  dataDir = await copyDataDir(STARTED);
  await start();
  await apiOf(null, server.baseUrl)('POST', '/auth/register', { ...PERSON, full_name: 'Ada Founder' });
  await signIn();
  organization = (await api<Organization>('POST', '/organizations', { name: 'Laboratory', certificate_prefix: 'LAB' }))
    .body;
  reference = await newAsset('REF-001');
  await api('POST', '/calibrations', externalBody(reference));
}, PATIENCE_MS);
afterAll(async () => {
  await database.end().catch(() => undefined);
  await server.stop();
  await stopOrphan(dataDir.path);
  await dataDir.remove();
});

async function start(): Promise<void> {
  server = await startServer({ dataDir: dataDir.path });
  database = new pg.Client({ connectionString: await databaseUrlOf(dataDir.path) });
  await database.connect();
}
async function signIn(): Promise<void> {
  const { body } = await apiOf(null, server.baseUrl)<{ access_token: string }>('POST', '/auth/login', PERSON);
  api = apiOf(body.access_token, server.baseUrl);
}
const newAsset = async (asset_id: string) =>
  (await api<Asset>('POST', '/assets', { ...MEASURING, asset_id, name: asset_id, organization_id: organization.id }))
    .body;

/** A device's queue of five calibrations of one asset. */
function queueOf(asset: Asset): Mutation[] {
  return Array.from({ length: ENTRIES }, () => mutationOf(internalBody({ asset, reference })));
}
const deliver = (mutations: readonly Mutation[]) =>
  api<PushAnswer>('POST', '/sync/push', { device_id: randomUUID(), sent_at: new Date().toISOString(), mutations });
const versionsOf = (results: readonly MutationResult[]) =>
  results.map((result) => ('record' in result ? result.record?.version : undefined));
const one = async (statement: string, values: unknown[] = []) =>
  (await database.query<Record<string, unknown>>(statement, values)).rows[0] ?? {};
/** Is somebody waiting for a lock whose statement begins so? */
const waiting = async (beginning: string) =>
  Number(
    (
      await one(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND ltrim(query, E' \\n') LIKE $1 || '%'`,
        [beginning]
      )
    )['n']
  ) > 0;
const writtenOf = (asset: Asset, queue: readonly Mutation[]) =>
  one(
    `SELECT (SELECT count(*)::int FROM calibrations WHERE asset_id = $1) AS calibrations,
            (SELECT count(*)::int FROM calibration_points WHERE calibration_id = ANY($2)) AS points,
            (SELECT count(*)::int FROM applied_ids WHERE id = ANY($2)) AS applied,
            (SELECT coalesce(max(last_version), 0) FROM version_counters WHERE asset_id = $1) AS version`,
    [asset.id, queue.map(({ id }) => id)]
  );
/** Another connection, whose transaction blocks until it ends. */
async function inTheWay(
  statement: string,
  values: unknown[] = []
): Promise<{ got: Promise<unknown>; end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir.path) });
  await client.connect();
  await client.query('BEGIN');
  return { got: client.query(statement, values), end: () => client.end() };
}

test(
  'killed before the commit, the server has written nothing; the same bytes are applied afterwards',
  async () => {
    const asset = await newAsset('BEFORE');
    const queue = queueOf(asset);
    const counter = await inTheWay('SELECT FROM organization_changes WHERE organization_id = $1 FOR UPDATE', [
      organization.id
    ]);
    await counter.got;
    const answer = deliver(queue).then(
      () => 'answered',
      () => 'lost'
    );
    await eventually(() => waiting('SELECT take_change_numbers'));
    await server.kill();
    expect(await answer).toBe('lost');
    await counter.end();
    await database.end();
    await start();
    await signIn();
    expect(await writtenOf(asset, queue)).toEqual({ calibrations: 0, points: 0, applied: 0, version: 0 });
    const { results } = (await deliver(queue)).body;
    expect(results.map(({ status }) => status)).toEqual(Array(ENTRIES).fill('applied'));
    expect(versionsOf(results)).toEqual([1, 2, 3, 4, 5]);
  },
  PATIENCE_MS
);

test(
  'killed between commit and answer, the server knows them all: duplicates, with certificates that are issued',
  async () => {
    const asset = await newAsset('AFTER');
    const queue = queueOf(asset);
    const counter = await inTheWay('SELECT FROM organization_changes WHERE organization_id = $1 FOR UPDATE', [
      organization.id
    ]);
    await counter.got;
    const answer = deliver(queue).then(
      () => 'answered',
      () => 'lost'
    );
    await eventually(() => waiting('SELECT take_change_numbers'));
    // Granted at the very commit, so that the server cannot read back what it has to answer.
    const table = await inTheWay('LOCK TABLE calibrations IN ACCESS EXCLUSIVE MODE');
    await eventually(() => waiting('LOCK TABLE calibrations'));
    await counter.end();
    await table.got;
    await server.kill();
    expect(await answer).toBe('lost');
    await table.end();
    await database.end();
    await start();
    await signIn();
    const written = { calibrations: ENTRIES, points: ENTRIES * 20, applied: ENTRIES, version: ENTRIES };
    expect(await writtenOf(asset, queue)).toEqual(written);
    for (let again = 0; again < 2; again++) {
      const { results } = (await deliver(queue)).body;
      expect(results.map(({ status }) => status)).toEqual(Array(ENTRIES).fill('duplicate'));
      expect(versionsOf(results)).toEqual([1, 2, 3, 4, 5]);
    }
    expect(await writtenOf(asset, queue)).toEqual(written);
    const issued = () => one(`SELECT count(*)::int AS n FROM certificates ce JOIN calibrations c ON c.id = ce.calibration_id WHERE c.asset_id = $1 AND ce.state = 'issued'`, [asset.id]); // prettier-ignore
    await eventually(async () => (await issued())['n'] === ENTRIES);
  },
  PATIENCE_MS
);
