import pg from 'pg';
import { expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { organizationOf, person } from '../../../../../tests/support/people.ts';
import { fillRecallGraph, oracleOf } from '../../../../../tests/support/recall-graph.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { planRecall } from './plan-recall.ts';

test('of 20 000 calibrations in six steps, with diamonds and circles, a recall finds those that a recursive statement finds, once each', async () => {
  const database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  try {
    const services = await testServices(database);
    const { organization, founder } = await organizationOf(services, await person(services, 'admin'), {});
    const graph = await fillRecallGraph(owner, organization.id, founder, 20_000);
    const plan = await transaction(services.pool, SYSTEM, async (tx) => {
      const faulty = (await findHeaders(tx, [graph.faultyId])).get(graph.faultyId);
      if (faulty === undefined) throw new Error('the graph has no faulty calibration');
      return planRecall(tx, 'out_of_tolerance', faulty);
    });
    const found = plan.links.map(({ id }) => id);
    const expected = await oracleOf(owner, graph);
    expect(expected.length).toBeGreaterThan(19_900);
    expect(found.length).toBe(expected.length);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(Math.max(...plan.links.map(({ depth }) => depth))).toBeGreaterThanOrEqual(5);
  } finally {
    await owner.end();
    await database.drop();
  }
});
