/** The process that records, or the one that delivers, is killed at seeded places, while the receiver refuses now and then. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { externalBody, MEASURING, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { cutLine, type CutLine } from '../../../../../tests/support/cut-line.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { killer } from '../../../../../tests/support/killed.ts';
import { seeded } from '../../../../../tests/support/seeded.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import { webhookLaboratory, type WebhookLaboratory } from '../../../../../tests/support/webhook-laboratory.ts';
import { deliverDue, startReceiver, verified, type Receiver } from '../../../../../tests/support/webhook-receiver.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { depth } from '../../../../../tests/support/depth.ts';

const ROUNDS = depth(12, 100);
const CLAIM_MS = 30_000;
const HOUR_MS = 3_600_000;

let lab: WebhookLaboratory;
let line: CutLine;
let receiver: Receiver;
const random = seeded(20261124);
/** The messages that the receiver took, as asset and version. */
const accepted: { readonly asset: string; readonly version: number; readonly id: string }[] = [];
const offered: typeof accepted = [];
beforeAll(async () => {
  lab = await webhookLaboratory();
  line = await cutLine(asOwner(lab.database.url));
  receiver = await startReceiver(({ message: { data }, headers }, response) => {
    const one = {
      asset: data.asset?.id ?? '',
      version: data.calibration?.version ?? 0,
      id: String(headers['webhook-id'])
    };
    offered.push(one);
    const status = random(5) === 0 ? 503 : 200;
    if (status === 200) accepted.push(one);
    response.writeHead(status).end();
  });
});
afterAll(async () => {
  await receiver.close();
  await line.close();
  await lab.database.drop();
});

test(
  'killed in the middle, again and again: what was recorded is delivered, in order for each asset, and nothing else',
  async () => {
    const { services, laboratory, database } = lab;
    const { id, secret } = await lab.webhook(receiver.url, { events: ['calibration.recorded'] });
    const assets = await Promise.all(
      [1, 2, 3].map((n) =>
        createAsset(services, laboratory.admin, {
          ...MEASURING,
          asset_id: `K-${n}`,
          name: 'Transmitter',
          organization_id: laboratory.organizationId
        })
      )
    );
    const killed = killer(line, services, random);
    const record = (doomed: typeof services, n: number, day: number) => {
      const asset = assets[n % assets.length] ?? laboratory.asset;
      return recorded(doomed, laboratory.admin, externalBody(asset, { calibration_date: addDays('2020-01-01', day) }));
    };
    const ends = { recordings: 0, deliveries: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await record(services, round, 2 * round);
      ends.recordings += Number(await killed(record, round + random(2), 2 * round + 1));
      // Longer than any pause, so that each round begins with something to send.
      lab.pass(2 * HOUR_MS);
      ends.deliveries += Number(await killed(deliverWebhook, id));
      lab.pass(CLAIM_MS);
      // As the queue does with the job of a worker that died.
      await deliverWebhook(services, id);
    }
    for (let hours = 0; hours < 12; hours++) {
      lab.pass(4 * HOUR_MS);
      await deliverWebhook(services, id);
      await deliverDue(database.url, services);
    }
    // Both kinds of end came about, so that the places lay within the work.
    for (const ended of Object.values(ends)) {
      expect(ended).toBeGreaterThan(0);
      expect(ended).toBeLessThan(ROUNDS);
    }
    const waiting = await execute(database.url, `SELECT state, count(*)::int AS n FROM webhook_deliveries GROUP BY 1`);
    const stored = await execute(database.url, `SELECT asset_id, version FROM calibrations WHERE asset_id = ANY ($1)`, [
      assets.map((asset) => asset.id)
    ]);
    expect(waiting.rows).toEqual([{ state: 'delivered', n: stored.rowCount }]);
    for (const asset of assets) {
      const recordedVersions = stored.rows.filter((row) => row.asset_id === asset.id).map((row) => Number(row.version));
      const inOrder = recordedVersions.sort((a, b) => a - b);
      expect(firstOf(accepted, asset.id)).toEqual(inOrder);
      expect(firstOf(offered, asset.id)).toEqual(inOrder);
    }
    expect(new Set(accepted.map((one) => one.id)).size).toBe(stored.rowCount);
    // Some came more than once, with the id by which a receiver knows them again.
    expect(accepted.length).toBeGreaterThan(stored.rowCount ?? 0);
    for (const taken of receiver.taken) expect(verified(taken, secret)).toEqual(taken.message);
  },
  120_000 + ROUNDS * 4000
);

/** The versions of an asset in the order in which each came first. */
const firstOf = (messages: typeof accepted, asset: string): number[] => [
  ...new Set(messages.filter((one) => one.asset === asset).map(({ version }) => version))
];
