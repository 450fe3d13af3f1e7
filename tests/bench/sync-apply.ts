import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createCalibrationBody, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import type { PushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { calibratedLaboratory, internalBody, MEASURING } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { mutationOf } from '../support/mutation.ts';
import { bareCopy, insertBare } from './bare-inserts.ts';
import { onBenchDatabase } from './bench-database.ts';
import { median, type Figure } from './measure.ts';

const CALIBRATIONS = 50;
const RUNS = 30;
const WARM_UPS = 8;

/**
 * A device's delivery of 50 calibrations with 20 points each, applied whole: payloads read and checked, versions, audit,
 * certificate numbers, jobs, change numbers. Beside it the same rows, columns and bytes, written by two bare multi-row
 * INSERTs in one transaction into tables with the same indexes, but without keys to other tables, triggers or row security. The
 * analysis that the server repeats is measured apart, on the requests as the server has read them, and taken off.
 */
export const benchSyncApply = (): Promise<Figure[]> => onBenchDatabase(measure);

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
    const read: CreateCalibrationBody[] = [];
    const [applyTime, ids] = await timed(async () => {
      const { results } = await push(services, laboratory.technician, request, async (text) => {
        const body = createCalibrationBody.parse(JSON.parse(text));
        read.push(body);
        return body;
      });
      return results.flatMap(({ id, status }) => (status === 'applied' ? [id] : []));
    });
    if (ids.length !== CALIBRATIONS) throw new Error(`${ids.length} of ${CALIBRATIONS} were applied`);
    const [analysisTime] = await timed(() => read.map((body) => body.analysis && analyze(body.analysis.request)));
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
      bar: { kind: 'at least', value: 0.38, aim: 0.6 }
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
      return mutationOf({ ...body, id }, { id, created_at: now });
    })
  };
}

async function timed<T>(work: () => T | Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const value = await work();
  return [performance.now() - start, value];
}
