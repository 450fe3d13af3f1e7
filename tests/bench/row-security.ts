/**
 * What row-level security costs a list: the count of 50 000 assets as a member reads them, under the policies that are there and under
 * one policy for everything beside the one for reading, as it was before migration 0016; and the same count by the owner, who is not
 * bound. Times are those that the database tells of itself.
 */
import type pg from 'pg';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { calibratedLaboratory } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import { median, type Figure } from './measure.ts';

const ASSETS = 50_000;
const RUNS = 25;
const WARM_UPS = 5;
const COUNT = 'SELECT count(*) FROM assets';

export const benchRowSecurity = (): Promise<Figure[]> => onBenchDatabase(measure);

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  const { technician, organizationId } = await calibratedLaboratory(await testServices(database));
  await fillRegistry(owner, organizationId);
  const unbound = await countTime(owner, `${COUNT} WHERE organization_id = '${organizationId}'`);
  const split = await asMember(owner, technician, () => countTime(owner, COUNT));
  await owner.query(`
    DROP POLICY add ON assets; DROP POLICY change ON assets; DROP POLICY remove ON assets;
    CREATE POLICY write ON assets USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id))`);
  const together = await asMember(owner, technician, () => countTime(owner, COUNT));
  const of = `count of ${ASSETS} assets`;
  return [
    { name: `${of} by the owner, who is not bound`, value: unbound, unit: 'ms' },
    { name: `${of} by a member`, value: split, unit: 'ms' },
    { name: `${of} by a member, with a policy FOR ALL`, value: together, unit: 'ms' },
    {
      name: 'owner against member',
      value: unbound / split,
      unit: 'ratio',
      bar: { kind: 'at least', value: 0.5 }
    },
    {
      name: 'a policy FOR ALL against policies for what they are',
      value: together / split,
      unit: 'ratio',
      bar: { kind: 'at least', value: 2 }
    }
  ];
}

async function fillRegistry(owner: pg.Client, organizationId: string): Promise<void> {
  // Change numbers are given by hand: fifty thousand rows of a trigger are not what is measured.
  await owner.query(`SET session_replication_role = replica`);
  await owner.query(
    `INSERT INTO assets (id, organization_id, asset_id, name, seq)
     SELECT gen_random_uuid(), $1, 'BENCH-' || n, 'Asset ' || n, 1000 + n FROM generate_series(1, $2::int) AS n`,
    [organizationId, ASSETS]
  );
  await owner.query('RESET session_replication_role');
  await owner.query('VACUUM ANALYZE assets');
}

/** As a request of that person: in its role, with its settings (db/transaction.ts). */
async function asMember<T>(owner: pg.Client, actor: PersonActor, work: () => Promise<T>): Promise<T> {
  await owner.query('BEGIN');
  try {
    await owner.query(
      `SELECT set_config('role', 'plumbline_app', true), set_config('app.user_id', $1, true),
              set_config('app.role', $2, true), set_config('app.organizations', $3, true)`,
      [actor.userId, actor.role, `{${[...actor.memberships.keys()].join(',')}}`]
    );
    return await work();
  } finally {
    await owner.query('ROLLBACK');
  }
}

async function countTime(owner: pg.Client, query: string): Promise<number> {
  const { rows: counted } = await owner.query<{ count: string }>(query);
  if (Number(counted[0]?.count) < ASSETS) throw new Error(`only ${counted[0]?.count} assets were counted`);
  const times: number[] = [];
  for (let run = -WARM_UPS; run < RUNS; run++) {
    const { rows } = await owner.query<{
      'QUERY PLAN': [{ 'Execution Time': number; Plan: { 'Actual Rows': number } }];
    }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query}`);
    if (run >= 0) times.push(rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN);
  }
  return median(times);
}
