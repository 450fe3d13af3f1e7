import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOperation, getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation, type LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { begunImport, filesOf, traceOf, type Installation } from '../../../../../tests/support/exchange.ts';
import { GAUGE_ARCHIVE } from '../../../../../tests/support/open-gauge-sample.ts';
import { organizationOf, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { runImport } from './import-assets.ts';

let here: Installation;
beforeAll(async () => {
  const database = await createTestDatabase();
  const services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await superadmin(services), {
    certificate_prefix: 'LAB'
  });
  here = { database, services, actor: founder, organizationId: organization.id };
});
afterAll(() => here.database.drop());

/** Runs an import whose end is met by `around`. */
async function run(id: string, around: (finish: () => Promise<void>) => Promise<void>): Promise<void> {
  await runOperation(here.services, id, {
    assets_import: (services, work) =>
      runImport(services, { ...work, finish: (tx, outcome) => around(() => work.finish(tx, outcome)) } as LongWork)
  });
}
const cancel = (id: string) => cancelOperation(here.services, here.actor, id, { cancel: true });

test('cancelled at the last moment before the commit, nothing of it was imported and no file stays', async () => {
  const before = await traceOf(here);
  const files = await filesOf(here, '');
  const id = await begunImport(here, GAUGE_ARCHIVE);
  const outside = new AsyncResource('somebody else');
  await run(id, async (finish) => {
    await outside.runInAsyncScope(() => cancel(id));
    await finish();
  });
  expect(await getOperation(here.services, here.actor, id)).toMatchObject({ state: 'cancelled', result: null });
  expect(await traceOf(here)).toEqual(before);
  expect(await filesOf(here, '')).toEqual(files);
});

test('once it is about to commit, a cancellation waits and learns that it has finished; its report stays', async () => {
  const id = await begunImport(here, GAUGE_ARCHIVE);
  const outside = new AsyncResource('somebody else');
  let late: Promise<unknown> = Promise.resolve();
  await run(id, async (finish) => {
    await finish();
    late = outside.runInAsyncScope(() => cancel(id)).catch((thrown: unknown) => thrown);
  });
  expect(await late).toMatchObject({ code: 'already_finished' });
  const operation = await getOperation(here.services, here.actor, id);
  expect(operation).toMatchObject({ state: 'done', result: { applied: true } });
  expect(await traceOf(here)).toMatchObject({ assets: '3', calibrations: '5' });
  await expect(cancel(id)).rejects.toMatchObject({ code: 'already_finished' });
  await cancelOperation(here.services, here.actor, id);
  await expect(getOperation(here.services, here.actor, id)).rejects.toMatchObject({ code: 'not_found' });
});
