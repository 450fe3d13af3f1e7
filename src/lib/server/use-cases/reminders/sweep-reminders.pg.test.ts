import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { superadmin } from '../../../../../tests/support/people.ts';
import {
  addTasks,
  calibrate,
  FIRST_DAY,
  instrument,
  dayByDay,
  due,
  type DayByDay,
  remindedLaboratory,
  notificationTitles
} from '../../../../../tests/support/reminded-laboratory.ts';
import { sweepOnRequest, sweepReminders } from './sweep-reminders.ts';

let database: TestDatabase;
let services: Services;
let be: DayByDay['be'];
let sweepOn: DayByDay['sweepOn'];

beforeAll(async () => {
  ({ database, services, be, sweepOn } = await dayByDay());
});
afterAll(() => database.drop());

test('very many at once are one notification a person, with the counts; each is still reminded of only once', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services, 'Crowded laboratory');
  const asset = await instrument(services, lab);
  await addTasks(
    database.url,
    asset,
    Array.from({ length: 60 }, (_, n) => ({ name: `Check ${n + 1}`, due: due(n + 1) }))
  );
  // Thirty days ahead on the fortieth day: 39 overdue, 21 due soon.
  await sweepOn(40);
  await sweepOn(41);
  const titles = await notificationTitles(services, lab.technician);
  expect(titles).toEqual([
    'Crowded laboratory: many calibrations and tasks are due',
    `${asset.asset_id}: Check 40 overdue`
  ]);
  const { items } = await listNotifications(services, lab.technician, { limit: 5 });
  expect(items.find(({ category }) => category === 'many_due')).toMatchObject({
    body: '39 overdue, 21 due soon. See the list of assets.',
    link: `/organizations/${lab.organizationId}`
  });
});

test('a sweep on request: by a superadmin alone, with its counts', async () => {
  be(addDays(FIRST_DAY, 1000));
  const lab = await remindedLaboratory(services);
  await expect(sweepOnRequest(services, lab.founder)).rejects.toMatchObject({ code: 'forbidden' });
  const asset = await instrument(services, lab);
  await sweepReminders(services);
  await calibrate(services, lab.founder, asset, { due_date: due(1010) });
  const counts = await sweepOnRequest(services, await superadmin(services));
  expect(counts).toEqual({
    checked: expect.any(Number),
    due_soon: { new: 1, delivered: 1, retry: 0 },
    overdue: { new: 0, delivered: 0, retry: 0 }
  });
  expect(counts.checked).toBeGreaterThan(5);
});

test('many sweeps at once remind of each once', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  for (let n = 0; n < 5; n++) {
    await calibrate(services, lab.founder, await instrument(services, lab), { due_date: due(10) });
  }
  await Promise.all(Array.from({ length: 6 }, () => sweepReminders(services)));
  expect(await notificationTitles(services, lab.technician)).toHaveLength(5);
});

test('an organization whose reminders fail is logged and does not keep the others from theirs', async () => {
  be(FIRST_DAY);
  const [bad, good] = [await remindedLaboratory(services), await remindedLaboratory(services)];
  for (const lab of [bad, good]) {
    await calibrate(services, lab.founder, await instrument(services, lab), { due_date: due(10) });
  }
  await execute(
    database.url,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.organization_id = '${bad.organizationId}' THEN RAISE EXCEPTION 'disk on fire'; END IF; RETURN NEW; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON reminders FOR EACH ROW EXECUTE FUNCTION refuse()`
  );
  await sweepReminders(services);
  expect([
    await notificationTitles(services, bad.technician),
    (await notificationTitles(services, good.technician)).length
  ]).toEqual([[], 1]);
  await execute(database.url, 'DROP FUNCTION refuse CASCADE');
  await sweepReminders(services);
  expect(await notificationTitles(services, bad.technician)).toHaveLength(1);
});
