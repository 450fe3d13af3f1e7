/**
 * What a request costs beside the same answer from node:http and pg with one statement: one after another, and sixteen at a time, of
 * 2 000 assets; and how long the slowest of sixteen at a time take to search 20 000. Both servers are processes of their own on
 * one database, asked in turns by the same client.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrlOf, makeDataDir, startServer } from '../support/server.ts';
import { signInFirst } from './ask-server.ts';
import { inLanes, median, type Bar, type Figure } from './measure.ts';

const ASSETS = 2000;
const MANY = 20_000;
const RUNS = 200;
const WARM_UPS = 100;
const AT_ONCE = 16;
const ROUNDS = 5;
const PAGE = 50;

export async function benchRequests(): Promise<Figure[]> {
  const data = await makeDataDir();
  const server = await startServer({ dataDir: data.path, env: { LOG_LEVEL: 'warn' } });
  const databaseUrl = await databaseUrlOf(data.path);
  try {
    const { api, token } = await signInFirst(server.baseUrl);
    const { body } = await api<{ id: string }>('POST', '/organizations', { name: 'Bench' });
    await fill(databaseUrl, body.id, 1, ASSETS);
    const bare = await startBare(databaseUrl, body.id);
    try {
      const figures: Figure[] = [];
      for (const [name, ours, yardstick, bars] of CASES) {
        figures.push(
          ...(await beside(
            name,
            asker(`${server.baseUrl}/api/v1${ours}`, token),
            asker(`${bare.url}${yardstick}`, ''),
            bars
          ))
        );
      }
      await fill(databaseUrl, body.id, ASSETS + 1, MANY);
      const [, search, found] = SEARCH;
      const many = asker(`${server.baseUrl}/api/v1${search}`, token);
      return [...figures, ...(await slowest(many, asker(`${bare.url}${found}`, '')))];
    } finally {
      await bare.stop();
    }
  } finally {
    await server.stop();
    await data.remove();
  }
}

type Bars = { readonly latency: Bar; readonly rate: Bar };
/** What every request is to keep. */
const BARS: Bars = { latency: { kind: 'at most', value: 2.5 }, rate: { kind: 'at least', value: 0.4 } };
/** Where the database has next to nothing to do, the rest of a request is most of it. */
const OF_THE_SMALLEST: Bars = {
  latency: { kind: 'at most', value: 6, aim: 2.5 },
  rate: { kind: 'at least', value: 0.18, aim: 0.4 }
};
type Case = readonly [name: string, ours: string, yardstick: string, bars: Bars];
const SEARCH: Case = [`GET /assets?q=, ${PAGE} of ${ASSETS}`, `/assets?limit=${PAGE}&q=BENCH-1`, '/found', BARS];
const CASES: readonly Case[] = [
  ['GET /users/me', '/users/me', '/me', OF_THE_SMALLEST],
  [`GET /assets?limit=${PAGE}`, `/assets?limit=${PAGE}`, '/assets', BARS],
  [`GET /assets?sort=, ${PAGE} of ${ASSETS}`, `/assets?limit=${PAGE}&sort=-updated_at`, '/sorted', BARS],
  SEARCH
];

async function beside(name: string, ours: Asker, bare: Asker, bars: Bars): Promise<Figure[]> {
  const waits: { ours: number; bare: number }[] = [];
  const rates: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    waits.push({ ours: await ours.wait(), bare: await bare.wait() });
    rates.push({ ours: await ours.rate(), bare: await bare.rate() });
  }
  const of = (all: readonly { ours: number; bare: number }[], which: 'ours' | 'bare') =>
    median(all.map((one) => one[which]));
  return [
    { name: `${name}, one after another`, value: of(waits, 'ours'), unit: 'ms' },
    { name: `${name}, bare`, value: of(waits, 'bare'), unit: 'ms' },
    {
      name: `${name}, against bare`,
      value: median(waits.map((one) => one.ours / one.bare)),
      unit: 'ratio',
      bar: bars.latency
    },
    { name: `${name}, ${AT_ONCE} at once`, value: of(rates, 'ours'), unit: 'per s' },
    {
      name: `${name}, ${AT_ONCE} at once, against bare`,
      value: median(rates.map((one) => one.ours / one.bare)),
      unit: 'ratio',
      bar: bars.rate
    }
  ];
}

async function slowest(ours: Asker, bare: Asker): Promise<Figure[]> {
  const times: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push({ ours: await ours.p95(), bare: await bare.p95() });
  const name = `GET /assets?q=, ${PAGE} of ${MANY}, ${AT_ONCE} at once, p95`;
  const ratio = median(times.map((one) => one.ours / one.bare));
  return [
    { name, value: median(times.map((one) => one.ours)), unit: 'ms' },
    { name: `${name}, bare`, value: median(times.map((one) => one.bare)), unit: 'ms' },
    { name: `${name}, against bare`, value: ratio, unit: 'ratio', bar: BARS.latency }
  ];
}

type Asker = {
  readonly wait: () => Promise<number>;
  readonly rate: () => Promise<number>;
  readonly p95: () => Promise<number>;
};

function asker(url: string, token: string): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const ask = async () => {
    const request = get(url, { agent, headers: token === '' ? {} : { authorization: `Bearer ${token}` } });
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    response.resume();
    await once(response, 'end');
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  };
  return {
    wait: async () => {
      const times: number[] = [];
      for (let run = -WARM_UPS; run < RUNS; run++) {
        const begun = performance.now();
        await ask();
        if (run >= 0) times.push(performance.now() - begun);
      }
      return median(times);
    },
    rate: async () => {
      const begun = performance.now();
      await inLanes(AT_ONCE, RUNS * 4, ask);
      return (RUNS * 4 * 1000) / (performance.now() - begun);
    },
    p95: async () => {
      const times: number[] = [];
      await inLanes(AT_ONCE, RUNS, async () => {
        const begun = performance.now();
        await ask();
        times.push(performance.now() - begun);
      });
      return times.toSorted((x, y) => x - y)[Math.floor(RUNS * 0.95)] ?? Number.NaN;
    }
  };
}

const COUNTED = 'SELECT count(*) FROM assets';
const records = (counted = COUNTED) => `SELECT a.*, o.name AS organization_name, l.name AS location_name, u.full_name,
    (SELECT coalesce(json_agg(c ORDER BY c.position), '[]') FROM channels c WHERE c.asset_id = a.id) AS channels,
    (SELECT max(c.due_date) FROM calibrations c WHERE c.asset_id = a.id AND c.voided_at IS NULL) AS due_date,
    (${counted}) AS total
  FROM assets a JOIN organizations o ON o.id = a.organization_id LEFT JOIN locations l ON l.id = a.location_id
  LEFT JOIN users u ON u.id = a.created_by`;

const FOUND = '(strpos(a.searched, lower($2)) > 0 OR strpos(lower(l.name), lower($2)) > 0)';
const COUNTED_FOUND = `SELECT count(*) FROM assets a LEFT JOIN locations l ON l.id = a.location_id
  WHERE a.organization_id = $1 AND ${FOUND}`;

/** Both answer the same pages; the yardstick leaves out who asks, what they may read, and the shape of the answer. */
async function startBare(databaseUrl: string, organizationId: string) {
  const statements = {
    '/me': {
      text: 'SELECT * FROM users WHERE id = (SELECT created_by FROM organizations WHERE id = $1)',
      values: [organizationId]
    },
    '/assets': {
      text: `${records()} WHERE a.organization_id = $1 ORDER BY lower(a.asset_id), a.id LIMIT ${PAGE + 1}`,
      values: [organizationId]
    },
    '/sorted': {
      text: `${records()} WHERE a.organization_id = $1 ORDER BY a.updated_at DESC, a.id DESC LIMIT ${PAGE + 1}`,
      values: [organizationId]
    },
    '/found': {
      text: `${records(COUNTED_FOUND)} WHERE a.organization_id = $1 AND ${FOUND}
        ORDER BY lower(a.asset_id), a.id LIMIT ${PAGE + 1}`,
      values: [organizationId, 'BENCH-1']
    }
  };
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts'), databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit']
  });
  child.stdin.end(JSON.stringify(statements));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    }
  };
}

async function fill(databaseUrl: string, organizationId: string, first: number, last: number): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  // Change numbers are given by hand: rows of a trigger are not what is measured.
  await owner.query(`SET session_replication_role = replica`);
  await owner.query(
    `INSERT INTO assets (id, organization_id, asset_id, name, seq)
     SELECT gen_random_uuid(), $1, 'BENCH-' || n, 'Asset ' || n, 1000 + n FROM generate_series($2::int, $3::int) AS n`,
    [organizationId, first, last]
  );
  await owner.query('RESET session_replication_role');
  await owner.query('VACUUM ANALYZE assets');
  await owner.end();
}
