/** A server that has answered many requests takes no more memory than one that has answered a tenth of them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import { signInFirst } from '../../bench/ask-server.ts';
import { laboratoryFor } from '../../bench/many-points.ts';
import type { Api } from '../../support/api.ts';
import { depth } from '../../support/depth.ts';
import { mutationOf } from '../../support/mutation.ts';
import { steadyClient } from '../../support/rolling-load.ts';
import { makeDataDir, startServer, type RunningServer } from '../../support/server.ts';
import { measurable, usedMemory, type UsedMemory } from '../../support/used-memory.ts';

/** By then all caches are full, and all code is compiled. */
const FEW = depth(1_000, 20_000);
const MANY = 10 * FEW;
const MOST_GROWTH = 1.2;
const CLIENTS = 4;

let data: Awaited<ReturnType<typeof makeDataDir>>;
let server: RunningServer;
let token: string;
let api: Api;
let recordingOf: (points: number) => object;
beforeAll(async () => {
  data = await makeDataDir();
  server = await startServer({ dataDir: data.path, env: { LOG_LEVEL: 'warn', ...measurable(data.path) } });
  ({ api, token } = await signInFirst(server.baseUrl));
  recordingOf = await laboratoryFor(api);
});
afterAll(async () => {
  await server?.stop();
  await data?.remove();
});

const SYNC = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
const ordinary = (turn: number): string => {
  if (turn % 10 === 0) return '/assets?limit=20';
  if (turn % 10 === 1) return '/calibrations?limit=20';
  if (turn % 10 === 2) return '/notifications';
  return '/users/me';
};

/** One device's calibration, and what it pulls. */
async function synchronize(): Promise<number> {
  const id = randomUUID();
  const now = new Date().toISOString();
  const mutations = [mutationOf({ ...recordingOf(5), id }, { id, created_at: now })];
  const pushed = await api('POST', '/sync/push', { device_id: randomUUID(), sent_at: now, mutations }, SYNC);
  const pulled = await api('GET', '/sync/pull?collection=assets', undefined, SYNC);
  expect([pushed.status, pulled.status]).toEqual([200, 200]);
  return 2;
}

/** One request in a hundred is a push, and one a pull. */
async function answered(count: number): Promise<void> {
  let sent = 0;
  const work = async () => {
    const client = steadyClient(server.baseUrl, token);
    while (sent < count) {
      const turn = sent++;
      if (turn % 100 === 0) sent += (await synchronize()) - 1;
      else {
        const { status, text } = await client.ask('GET', ordinary(turn));
        if (status !== 200) throw new Error(`${ordinary(turn)}: ${status} ${text.slice(0, 300)}`);
      }
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
}

const inMegabytes = ({ rss, heap }: UsedMemory): string =>
  `${Math.round(rss / 1e6)} MB, heap ${Math.round(heap / 1e6)} MB`;

test(
  `after ${MANY} requests it is within 20 % of what it was after ${FEW}`,
  async () => {
    await answered(FEW);
    const early = await usedMemory(server.pid, data.path);
    const begun = performance.now();
    await answered(MANY - FEW);
    const late = await usedMemory(server.pid, data.path);
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stdout.write(`${FEW}: ${inMegabytes(early)}; ${MANY}, ${seconds} s later: ${inMegabytes(late)}\n`);
    expect(late.heap / early.heap, 'heap').toBeLessThan(MOST_GROWTH);
    expect(late.rss / early.rss, 'resident').toBeLessThan(MOST_GROWTH);
  },
  depth(600_000, 7_200_000)
);
