/**
 * How long the verification page takes on a running server among many certificates: opened from the code on a certificate, asked by a
 * browser that has checked the file itself, and given the whole file by one without script.
 */
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { eventually, type Api } from '../support/api.ts';
import { databaseUrlOf, makeDataDir, startServer } from '../support/server.ts';
import { signInFirst } from './ask-server.ts';
import { fillLaboratory } from './fill-laboratory.ts';
import { laboratoryFor } from './many-points.ts';
import { inLanes, type Figure } from './measure.ts';

const ASSETS = 20_000;
const EACH = 5;
const RUNS = 100;
const WARM_UPS = 20;
const AT_ONCE = 8;
const AT_MOST_MS = 200;

export async function benchVerify(): Promise<Figure[]> {
  const data = await makeDataDir();
  const server = await startServer({ dataDir: data.path, env: { LOG_LEVEL: 'warn' } });
  const owner = new pg.Client({ connectionString: await databaseUrlOf(data.path) });
  await owner.connect();
  try {
    const { api } = await signInFirst(server.baseUrl);
    const { token, file } = await issue(api, server.baseUrl);
    await fill(owner, api);
    const page = `${server.baseUrl}/verify/${token}`;
    const headers = { accept: 'text/html', 'accept-language': 'en' };
    const ask = (init: RequestInit) => async () => {
      const answer = await fetch(page, { ...init, headers: { ...headers, ...init.headers } });
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes('has not been withdrawn'))
        throw new Error(`${answer.status}: ${text.slice(0, 300)}`);
    };
    const hash = JSON.stringify({ sha256: 'a'.repeat(64) });
    const ways: Readonly<Record<string, () => Promise<void>>> = {
      'verification page': ask({}),
      'verification page, asked with a hash': ask({
        method: 'POST',
        body: hash,
        headers: { 'content-type': 'application/json' }
      }),
      'verification page, given the file': ask({
        method: 'POST',
        body: new Uint8Array(file),
        headers: { 'content-type': 'application/pdf' }
      })
    };
    const figures: Figure[] = [];
    for (const [name, way] of Object.entries(ways)) {
      for (const atOnce of [1, AT_ONCE]) {
        // More than a few hundred from one address are refused.
        await owner.query('DELETE FROM login_attempts');
        figures.push({
          name: `${name}, ${atOnce} at once, p95`,
          value: await p95(way, atOnce),
          unit: 'ms',
          bar: { kind: 'at most', value: AT_MOST_MS }
        });
      }
    }
    return figures;
  } finally {
    await owner.end();
    await server.stop();
    await data.remove();
  }
}

/** A certificate of twenty points. */
async function issue(api: Api, baseUrl: string): Promise<{ readonly token: string; readonly file: Uint8Array }> {
  const bodyOf = await laboratoryFor(api);
  const id = randomUUID();
  const { status, body } = await api<Calibration>('POST', '/calibrations', { ...bodyOf(20), id });
  if (status !== 201) throw new Error(JSON.stringify(body).slice(0, 500));
  const link = await eventually(async () => {
    const answer = await api<{ url: string }>('GET', `/calibrations/${id}/certificate`);
    return answer.status === 200 && answer.body.url;
  }, 60);
  const token = body.certificate?.verify_token ?? '';
  return { token, file: new Uint8Array(await (await fetch(new URL(link, baseUrl))).arrayBuffer()) };
}

async function fill(owner: pg.Client, api: Api): Promise<void> {
  const { body: me } = await api<{ id: string }>('GET', '/users/me');
  const { body } = await api<{ id: string }>('POST', '/organizations', { name: 'Much', certificate_prefix: 'M' });
  await fillLaboratory(owner, { organizationId: body.id, recorderId: me.id, assets: ASSETS, each: EACH });
}

async function p95(ask: () => Promise<void>, atOnce: number): Promise<number> {
  const times: number[] = [];
  await inLanes(atOnce, RUNS + WARM_UPS, async () => {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  });
  const counted = times.slice(WARM_UPS).toSorted((x, y) => x - y);
  return counted[Math.floor(counted.length * 0.95)] ?? Number.NaN;
}
