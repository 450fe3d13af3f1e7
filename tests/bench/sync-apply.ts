import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createCalibrationBody, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { prepareDatabase } from '#lib/server/prepare-database.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import type { PushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { calibratedLaboratory, internalBody, MEASURING } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { bareCopy, insertBare } from './bare-inserts.ts';
import { median, type Figure } from './measure.ts';

const CALIBRATIONS = 50;
const RUNS = 30;
const WARM_UPS = 8;

/**
 * A device's delivery of 50 calibrations with 20 points each, applied whole: payloads read and checked, versions, audit,
 * certificate numbers, jobs, change numbers. Beside it the same rows, columns and bytes, written by two bare multi-row
 * INSERTs in one transaction into tables with the same indexes, but without keys to other tables, triggers or row security. The
 * analysis that the server repeats is measured apart and taken off.
 */
export async function benchSyncApply(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedServer(folder);
  const url = server.url('postgres');
  await prepareDatabase(url);
  const pool = await openPool(url, 4);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const database: TestDatabase = { url, pool, drop: () => Promise.resolve() };
    return await measure(database, owner);
  } finally {
    await owner.end();
    await pool.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  const services = await testServices(database, { now: () => new Date() });
  const laboratory = await calibratedLaboratory(services);
  const assets = [];
  for (let i = 0; i < CALIBRATIONS; i++) {
    const organization_id = laboratory.organizationId;
    assets.push(
      await createAsset(services, laboratory.admin, {
        ...MEASURING,
        organization_id,
        asset_id: `A-${i}`,
        name: `Asset ${i}`
      })
    );
  }
  const bodies = assets.map((asset, i) => internalBody({ ...laboratory, asset }, {}, analysisRequest(i * 0.001)));
  const copy = await bareCopy(owner);
  const applied: number[] = [];
  const analyzed: number[] = [];
  const bare: number[] = [];
  // In turns, so that both meet the same machine.
  for (let run = -WARM_UPS; run < RUNS; run++) {
    const request = deliveryOf(bodies);
    const [applyTime, ids] = await timed(async () => {
      const { results } = await push(services, laboratory.technician, request, (text) =>
        createCalibrationBody.parse(JSON.parse(text))
      );
      return results.flatMap(({ id, status }) => (status === 'applied' ? [id] : []));
    });
    if (ids.length !== CALIBRATIONS) throw new Error(`${ids.length} of ${CALIBRATIONS} were applied`);
    const [analysisTime] = await timed(() => bodies.map((body) => body.analysis && analyze(body.analysis.request)));
    const rows = await copy.read(ids);
    const [bareTime] = await timed(() => insertBare(owner, rows));
    if (run < 0) continue;
    applied.push(applyTime);
    analyzed.push(analysisTime);
    bare.push(bareTime);
  }
  const apply = median(applied.map((time, i) => time - (analyzed[i] ?? 0)));
  return [
    { name: 'sync apply, 50 × 20 points, without its analysis', value: apply, unit: 'ms' },
    { name: 'the analysis of the same 50', value: median(analyzed), unit: 'ms' },
    { name: 'the same rows by two bare INSERTs', value: median(bare), unit: 'ms' },
    {
      name: 'sync apply against bare INSERTs',
      value: median(bare) / apply,
      unit: 'ratio',
      bar: { kind: 'at least', value: 0.4 }
    }
  ];
}

function deliveryOf(bodies: readonly CreateCalibrationBody[]): PushRequest {
  const now = new Date().toISOString();
  return {
    device_id: randomUUID(),
    sent_at: now,
    mutations: bodies.map((body) => {
      const id = randomUUID();
      const payload = JSON.stringify({ ...body, id });
      return {
        id,
        type: 'calibration.create',
        payload_version: 1,
        base: {},
        created_at: now,
        payload,
        payload_sha256: createHash('sha256').update(payload).digest('hex')
      };
    })
  };
}

async function timed<T>(work: () => T | Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const value = await work();
  return [performance.now() - start, value];
}
