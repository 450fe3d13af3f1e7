/**
 * Assets created by eight people at once through the API of a running server, beside two bare INSERTs in a transaction (the asset and
 * its entry of the audit log) by eight connections: same columns, same indexes, no keys to other tables, triggers, chain or row security.
 * In turns, on one database.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseUrlOf } from '../support/server.ts';
import { onServer, signInFirst } from './ask-server.ts';
import { inLanes, median, type Figure } from './measure.ts';

const AT_ONCE = 8;
const EACH_ROUND = 200;
const ROUNDS = 7;
const ASSET = { manufacturer: 'Maker', model: 'M', serial_number: 'SN', category: 'Pressure' };

export const benchCreations = (): Promise<Figure[]> =>
  onServer(async ({ baseUrl }, dataDir) => {
    const { api } = await signInFirst(baseUrl);
    const { body } = await api<{ id: string }>('POST', '/organizations', { name: 'Bench' });
    const ours = async () => {
      const asset = { ...ASSET, organization_id: body.id, asset_id: `BENCH-${randomUUID()}`, name: 'Gauge' };
      const { status } = await api('POST', '/assets', asset);
      if (status !== 201) throw new Error(`POST /assets answered ${status}`);
    };
    const bare = await bareInserts(await databaseUrlOf(dataDir), body.id);
    try {
      const rates: { ours: number; bare: number }[] = [];
      for (let round = -2; round < ROUNDS; round += 1) {
        const rate = { ours: await rateOf(ours), bare: await rateOf(bare.insert) };
        if (round >= 0) rates.push(rate);
      }
      return [
        { name: `POST /assets, ${AT_ONCE} at once`, value: median(rates.map((one) => one.ours)), unit: 'per s' },
        { name: `two bare INSERTs, ${AT_ONCE} at once`, value: median(rates.map((one) => one.bare)), unit: 'per s' },
        {
          name: `POST /assets, ${AT_ONCE} at once, against two bare INSERTs`,
          value: median(rates.map((one) => one.ours / one.bare)),
          unit: 'ratio',
          bar: { kind: 'at least', value: 0.05, aim: 0.3 }
        }
      ];
    } finally {
      await bare.end();
    }
  });

/** How many a second, when each of `AT_ONCE` begins the next as soon as its own is done. */
async function rateOf(work: (who: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await inLanes(AT_ONCE, EACH_ROUND, work);
  return (EACH_ROUND * 1000) / (performance.now() - begun);
}

async function bareInserts(connectionString: string, organizationId: string) {
  const clients = Array.from({ length: AT_ONCE }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query('CREATE TABLE bare_assets (LIKE assets INCLUDING ALL)');
  await clients[0]?.query('CREATE TABLE bare_audit_log (LIKE audit_log INCLUDING ALL)');
  let number = 0;
  const { manufacturer, model, serial_number, category } = ASSET;
  const insert = async (who: number) => {
    const client = clients[who];
    const [id, own] = [randomUUID(), ++number];
    await client?.query('BEGIN');
    await client?.query({
      name: 'asset',
      text: `INSERT INTO bare_assets (id, organization_id, asset_id, name, manufacturer, model, serial_number, category, seq)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [id, organizationId, `BARE-${id}`, 'Gauge', manufacturer, model, serial_number, category, own]
    });
    await client?.query({
      name: 'audit',
      text: `INSERT INTO bare_audit_log (id, chain, number, organization_id, actor_name, action, resource_type, resource_id,
                                         resource_label, changes, previous_hash, hash)
             VALUES ($1, $2, $3, $2, 'Bench', 'asset.create', 'asset', $4, $5, $6, $7, $7)`,
      values: [randomUUID(), organizationId, own, id, `BARE-${id}`, JSON.stringify(ASSET), Buffer.alloc(32)]
    });
    await client?.query('COMMIT');
  };
  return { insert, end: () => Promise.all(clients.map((client) => client.end())) };
}
