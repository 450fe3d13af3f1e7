import { afterAll, beforeAll, expect, test } from 'vitest';
import { taskDoneBody } from '#lib/contracts/tasks.ts';
import { putBackIntoService, takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { recordTaskDone } from '#lib/server/use-cases/assets/record-task-done.ts';
import { restoreAsset, retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { restoreCalibration, voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import {
  deactivateOrganization,
  restoreOrganization
} from '#lib/server/use-cases/organizations/deactivate-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, person, superadmin } from '../../../../../tests/support/people.ts';
import {
  calibrate,
  choose,
  FIRST_DAY,
  instrument,
  dayByDay,
  due,
  type DayByDay,
  remindedLaboratory,
  notificationTitles
} from '../../../../../tests/support/reminded-laboratory.ts';

let database: TestDatabase;
let services: Services;
let be: DayByDay['be'];
let sweepOn: DayByDay['sweepOn'];

beforeAll(async () => {
  ({ database, services, be, sweepOn } = await dayByDay());
});
afterAll(() => database.drop());

const soon = (id: string) => `${id}: calibration due soon`;
const over = (id: string) => `${id}: calibration overdue`;

test('a calibration is reminded of once when it is due soon and once when it is overdue, and by nobody else’s clock', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { due_date: due(40) });
  const seen: Record<number, readonly string[]> = {};
  for (const day of [9, 10, 11, 39, 40, 41, 42, 400]) {
    await sweepOn(day);
    seen[day] = await notificationTitles(services, lab.technician);
  }
  const { asset_id: id } = asset;
  // Thirty days before; on the day itself it is still due; the day after it is overdue.
  expect(seen).toEqual({
    9: [],
    10: [soon(id)],
    11: [soon(id)],
    39: [soon(id)],
    40: [soon(id)],
    41: [soon(id), over(id)],
    42: [soon(id), over(id)],
    400: [soon(id), over(id)]
  });
  expect(await notificationTitles(services, lab.founder)).toEqual(seen[400]);
});

test('viewers and people of other organizations are not notified; one that no sweep reached in time is overdue at once', async () => {
  be(FIRST_DAY);
  const [lab, other] = [await remindedLaboratory(services), await remindedLaboratory(services)];
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { due_date: due(1) });
  await sweepOn(5);
  expect(await notificationTitles(services, lab.technician)).toEqual([over(asset.asset_id)]);
  expect(await notificationTitles(services, lab.viewer)).toEqual([]);
  expect(await notificationTitles(services, other.founder)).toEqual([]);
});

test('who has turned both channels off for all is waited for: the next sweep after somebody listens reminds them', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  for (const actor of [lab.founder, lab.technician]) await choose(services, actor, false, false);
  await sweepOn(0);
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { due_date: due(20) });
  expect((await sweepOn(0)).due_soon).toEqual({ new: 1, delivered: 0, retry: 1 });
  expect((await sweepOn(1)).due_soon).toEqual({ new: 0, delivered: 0, retry: 1 });
  await choose(services, lab.technician, false, true);
  expect((await sweepOn(2)).due_soon).toEqual({ new: 0, delivered: 1, retry: 0 });
  expect((await sweepOn(3)).due_soon).toEqual({ new: 0, delivered: 0, retry: 0 });
  expect(await notificationTitles(services, lab.technician)).toEqual([soon(asset.asset_id)]);
  expect(await notificationTitles(services, lab.founder)).toEqual([]);
});

test('after voiding, the previous calibration counts; a restored one brings no second reminder, a new one does', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const asset = await instrument(services, lab);
  const { asset_id: id } = asset;
  await calibrate(services, lab.founder, asset, { calibration_date: '2025-05-01', due_date: '2026-05-01' });
  const later = await calibrate(services, lab.founder, asset, { due_date: due(20) });
  const all = () => notificationTitles(services, lab.technician);
  await sweepOn(0);
  expect(await all()).toEqual([soon(id)]);
  await voidCalibration(services, lab.founder, later.id, 'Wrong range');
  await sweepOn(1);
  expect(await all()).toEqual([soon(id), over(id)]);
  await restoreCalibration(services, lab.founder, later.id);
  await sweepOn(2);
  expect(await all()).toEqual([soon(id), over(id)]);
  await calibrate(services, lab.founder, asset, { calibration_date: due(2), due_date: due(25) });
  await sweepOn(3);
  expect(await all()).toEqual([soon(id), over(id), soon(id)]);
  await calibrate(services, lab.founder, asset, { calibration_date: due(3), due_date: null });
  await sweepOn(30);
  expect(await all()).toEqual([soon(id), over(id), soon(id), over(id)]);
});

test('nothing of what is retired or out of service, or of a deactivated organization, until it is back', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const ref = async () => {
    const asset = await instrument(services, lab);
    await calibrate(services, lab.founder, asset, { due_date: due(10) });
    return { ref: asset.id, id: asset.asset_id };
  };
  const [retired, broken] = [await ref(), await ref()];
  await retireAsset(services, lab.founder, retired);
  await takeOutOfService(services, lab.founder, broken, { reason: 'Dropped' });
  await sweepOn(0);
  expect(await notificationTitles(services, lab.technician)).toEqual([]);
  await restoreAsset(services, lab.founder, retired);
  await deactivateOrganization(services, lab.founder, lab.organizationId);
  await sweepOn(1);
  await restoreOrganization(services, await superadmin(services), lab.organizationId);
  expect(await notificationTitles(services, lab.technician)).toEqual([]);
  await sweepOn(2);
  expect(await notificationTitles(services, lab.technician)).toEqual([soon(retired.id)]);
  await putBackIntoService(services, lab.founder, broken);
  await sweepOn(11);
  expect(await notificationTitles(services, lab.technician)).toEqual([
    soon(retired.id),
    over(retired.id),
    over(broken.id)
  ]);
});

test('each channel in use by its own calibration; the asset as a whole only until a channel was calibrated', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { calibration_date: '2025-01-10', due_date: '2026-01-10' });
  const { channels } = await updateAsset(
    services,
    lab.founder,
    { ref: asset.id },
    { channels: [{ name: 'Probe 1' }, { name: 'Probe 2' }] },
    null
  );
  const [first = '', second = ''] = channels.map(({ id }) => id);
  await calibrate(services, lab.founder, asset, { due_date: due(20), channel_id: first });
  await calibrate(services, lab.founder, asset, { due_date: due(50), channel_id: second });
  await sweepOn(0);
  expect(await notificationTitles(services, lab.technician)).toEqual([soon(asset.asset_id)]);
  await execute(database.url, 'UPDATE channels SET archived_at = now() WHERE id = $1', [second]);
  await sweepOn(60);
  expect(await notificationTitles(services, lab.technician)).toEqual([soon(asset.asset_id), over(asset.asset_id)]);
});

test('tasks likewise, each by its own lead days; when done, the next day is reminded of', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const monthly = { kind: 'intermediate_check', interval: { value: 60, unit: 'days' } } as const;
  const asset = await instrument(services, lab, {
    tasks: [
      { ...monthly, name: 'Ice point', next_due: due(20), lead_days: 5 },
      { ...monthly, name: 'Clean', next_due: due(20) }
    ]
  });
  const title = (task: string, overdue = false) => `${asset.asset_id}: ${task} ${overdue ? 'overdue' : 'due soon'}`;
  await sweepOn(14);
  expect(await notificationTitles(services, lab.technician)).toEqual([title('Clean')]);
  await sweepOn(15);
  expect(await notificationTitles(services, lab.technician)).toEqual([title('Clean'), title('Ice point')]);
  const [ice] = asset.tasks;
  await recordTaskDone(
    services,
    lab.technician,
    { ref: asset.id, taskId: ice?.id ?? '' },
    taskDoneBody.parse({ date: due(15), outcome: 'ok' })
  );
  await sweepOn(21);
  expect(await notificationTitles(services, lab.technician)).toEqual([
    title('Clean'),
    title('Ice point'),
    title('Clean', true)
  ]);
  await sweepOn(70);
  expect((await notificationTitles(services, lab.technician)).slice(3)).toEqual([title('Ice point')]);
});

test('with more lead days, more is due soon; with fewer, what was reminded of stays reminded of', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { due_date: due(45) });
  const lead = async (reminder_lead_days: number) =>
    updateEmailSettings(services, await superadmin(services), { reminder_lead_days }, null);
  try {
    await sweepOn(0);
    expect(await notificationTitles(services, lab.technician)).toEqual([]);
    await lead(60);
    await sweepOn(1);
    await lead(10);
    await sweepOn(2);
    await lead(60);
    await sweepOn(3);
    expect(await notificationTitles(services, lab.technician)).toEqual([soon(asset.asset_id)]);
  } finally {
    await lead(30);
  }
});

test('people who join later are reminded of what falls due afterwards, not of earlier reminders', async () => {
  be(FIRST_DAY);
  const lab = await remindedLaboratory(services);
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { due_date: due(10) });
  await sweepOn(0);
  const newcomer = await joined(services, await person(services, 'technician'), lab.organizationId);
  await sweepOn(1);
  expect(await notificationTitles(services, newcomer)).toEqual([]);
  await sweepOn(11);
  expect(await notificationTitles(services, newcomer)).toEqual([over(asset.asset_id)]);
});
