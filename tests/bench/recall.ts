/** How long a recall takes to find what it concerns: 20 000 calibrations in six steps, with diamonds and circles. */
import type pg from 'pg';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { planRecall } from '#lib/server/use-cases/recalls/plan-recall.ts';
import type { TestDatabase } from '../support/database.ts';
import { organizationOf, person } from '../support/people.ts';
import { fillRecallGraph } from '../support/recall-graph.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import { medianTime, type Figure } from './measure.ts';

const SIZE = 20_000;
const RUNS = 9;
const MOST_MS = 1000;

export const benchRecall = (): Promise<Figure[]> => onBenchDatabase(measure);

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  const services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await person(services, 'admin'), {});
  const { faultyId } = await fillRecallGraph(owner, organization.id, founder, SIZE);
  const find = () =>
    transaction(services.pool, SYSTEM, async (tx) => {
      const faulty = (await findHeaders(tx, [faultyId])).get(faultyId);
      if (faulty === undefined) throw new Error('the graph has no faulty calibration');
      await planRecall(tx, 'out_of_tolerance', faulty);
    });
  const value = await medianTime(find, RUNS);
  return [
    { name: `recall of ${SIZE} calibrations found`, value, unit: 'ms', bar: { kind: 'at most', value: MOST_MS } }
  ];
}
