/**
 * Five devices of one laboratory, each with 200 calibrations of twenty points that were saved while there was no network, each of another
 * instrument. The network comes back for all of them at one moment. Measured is the time until each has sent its queue and has pulled
 * all 1 000 calibrations with their details, so that its loop reports that it has caught up (`healed-devices.ts`).
 *
 * The yardstick is a sum, of what goes one after another on the same machine once the app is gone:
 * - Each push and pull that the devices made, as a round trip to a bare node:http server, with bodies of as many bytes as travelled. The
 *   five event streams are not counted, nor are headers.
 * - The same rows of calibrations and points, written by bare multi-row INSERTs in a transaction for each push (`bare-inserts.ts`).
 *
 * The analyses that the server repeats, which INSERTs do not, are measured apart, one after another as on the server, and taken off. What
 * else the app does is not: it finds, checks and compresses what is pulled, the devices write it down, and certificates are being made.
 */
import { join } from 'node:path';
import pg from 'pg';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import type { PushRequest } from '#sync/protocol/push.ts';
import { databaseUrlOf, type RunningServer } from '../support/server.ts';
import { onServer } from './ask-server.ts';
import { bareCopy, insertBare } from './bare-inserts.ts';
import { bareRoundTrips } from './bare-round-trips.ts';
import { bodiesOf } from './counted-network.ts';
import { convergeAfterHealing, DEVICES, SAVED_EACH } from './healed-devices.ts';
import { median, medianTime, type Figure } from './measure.ts';

const ROUNDS = 3;

type Round = {
  readonly converged: number;
  readonly analyses: number;
  readonly pushes: number;
  readonly requests: number;
  readonly roundTrips: number;
  readonly inserts: number;
};

/** In each round another installation, so that none holds what an earlier one has left. */
export async function benchConvergence(): Promise<Figure[]> {
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push(await onServer(measure));
  const of = (what: (round: Round) => number) => median(rounds.map(what));
  return [
    {
      name: `${DEVICES} devices × ${SAVED_EACH} queued, healed to converged`,
      value: of((one) => one.converged),
      unit: 'ms'
    },
    { name: 'the analyses that the server repeats', value: of((one) => one.analyses), unit: 'ms' },
    { name: 'pushes', value: of((one) => one.pushes), unit: '' },
    { name: 'pushes and pulls', value: of((one) => one.requests), unit: '' },
    { name: 'as many bare round trips with as many bytes', value: of((one) => one.roundTrips), unit: 'ms' },
    { name: 'the same rows by bare INSERTs', value: of((one) => one.inserts), unit: 'ms' },
    {
      name: 'convergence without analyses, against round trips and INSERTs',
      value: of((one) => (one.converged - one.analyses) / (one.roundTrips + one.inserts)),
      unit: 'ratio',
      bar: { kind: 'at most', value: 11, aim: 2 }
    }
  ];
}

async function measure(server: RunningServer, dataDir: string): Promise<Round> {
  const { converged, passed } = await convergeAfterHealing(server.baseUrl, await databaseUrlOf(dataDir));
  // It has a thousand certificates to make, beside which nothing else could be measured. The database is taken over.
  await server.kill();
  const postgres = await startEmbeddedServer(join(dataDir, 'postgres'));
  const owner = new pg.Client({ connectionString: postgres.url('plumbline') });
  await owner.connect();
  try {
    const pushed = passed.flatMap(({ sent }) => sent ?? []);
    return {
      converged,
      analyses: await analysisTime(pushed),
      pushes: pushed.length,
      requests: passed.length,
      roundTrips: await bareRoundTrips(passed.map(bodiesOf)),
      inserts: await insertTime(owner, pushed)
    };
  } finally {
    await owner.end();
    await postgres.stop();
  }
}

function analysisTime(pushed: readonly PushRequest[]): Promise<number> {
  const asked = pushed
    .flatMap(({ mutations }) => mutations)
    .flatMap(({ payload }) => createCalibrationBody.parse(JSON.parse(payload)).analysis?.request ?? []);
  return medianTime(() => asked.forEach((request) => analyze(request)), 3, 1);
}

async function insertTime(owner: pg.Client, pushed: readonly PushRequest[]): Promise<number> {
  const copy = await bareCopy(owner);
  const batches: Awaited<ReturnType<typeof copy.read>>[] = [];
  for (const { mutations } of pushed) batches.push(await copy.read(mutations.map(({ id }) => id)));
  const insertAll = async () => {
    for (const rows of batches) await insertBare(owner, rows);
  };
  await insertAll();
  await owner.query('TRUNCATE bare_calibrations, bare_calibration_points');
  return medianTime(insertAll, 1, 0);
}
