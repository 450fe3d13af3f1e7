/** A laboratory whose due dates are swept day by day: the test's own clock, instruments, and the notifications of people. */
import { randomUUID } from 'node:crypto';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Sweep } from '#lib/contracts/reminders.ts';
import { taskListInput, type TaskInput } from '#lib/contracts/tasks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { updateNotificationPreferences } from '#lib/server/use-cases/people/notification-preferences.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { sweepReminders } from '#lib/server/use-cases/reminders/sweep-reminders.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { externalBody, recorded } from './calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from './database.ts';
import { joined, organizationOf, person, superadmin } from './people.ts';
import { testServices } from './services.ts';

/** Its days run from here. */
export const FIRST_DAY = '2026-06-01';

/** A day, counted from the first. */
export const due = (day: number): string => addDays(FIRST_DAY, day);

/** A database whose days the test sets, from FIRST_DAY on. */
export type DayByDay = {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly be: (day: string) => void;
  /** The sweep of a day, counted from the first. */
  readonly sweepOn: (day: number) => Promise<Sweep>;
};

export async function dayByDay(): Promise<DayByDay> {
  let today = FIRST_DAY;
  const database = await createTestDatabase();
  const services = await testServices(database, {
    today: () => today,
    now: () => new Date(`${today}T09:30:00Z`)
  });
  const be = (day: string) => {
    today = day;
  };
  const sweepOn = (day: number) => {
    be(due(day));
    return sweepReminders(services);
  };
  await superadmin(services);
  return { database, services, be, sweepOn };
}

export type RemindedLaboratory = {
  readonly organizationId: string;
  readonly name: string;
  readonly founder: PersonActor;
  readonly technician: PersonActor;
  readonly viewer: PersonActor;
};

export async function remindedLaboratory(
  services: Services,
  name = `Lab ${randomUUID()}`
): Promise<RemindedLaboratory> {
  const { organization, founder } = await organizationOf(services, await person(services, 'admin'), { name });
  return {
    organizationId: organization.id,
    name,
    founder,
    technician: await joined(services, await person(services, 'technician'), organization.id),
    viewer: await joined(services, await person(services, 'viewer'), organization.id)
  };
}

let count = 0;
export const instrument = (
  services: Services,
  { founder, organizationId }: RemindedLaboratory,
  { tasks = [], location_id }: { readonly tasks?: readonly TaskInput[]; readonly location_id?: string } = {}
): Promise<Asset> =>
  createAsset(services, founder, {
    asset_id: `DUE-${++count}`,
    name: 'Thermometer',
    organization_id: organizationId,
    tasks: taskListInput.parse(tasks),
    ...(location_id !== undefined && { location_id })
  });

/** Adds tasks to an instrument, also many more than its form is meant for. */
export const addTasks = (
  url: string,
  { id, organization_id }: Asset,
  tasks: readonly { readonly name: string; readonly due: string }[]
) =>
  execute(
    url,
    `INSERT INTO tasks (id, organization_id, asset_id, position, name, kind, interval_value, interval_unit, next_due)
     SELECT gen_random_uuid(), $1, $2, n, name, 'other', 1, 'years', due
     FROM unnest($3::text[], $4::date[]) WITH ORDINALITY AS t (name, due, n)`,
    [organization_id, id, tasks.map(({ name }) => name), tasks.map((task) => task.due)]
  );

/** One instrument that is due soon, in a laboratory where only the technician gets mail and nobody sees it in the app. */
export async function byMailOnly(services: Services): Promise<RemindedLaboratory & { readonly asset: Asset }> {
  const lab = await remindedLaboratory(services);
  await choose(services, lab.founder, false, false);
  await choose(services, lab.technician, true, false);
  const asset = await instrument(services, lab);
  await calibrate(services, lab.founder, asset, { due_date: due(10) });
  return { ...lab, asset };
}

/** From now on, nothing that there is falls due any more. */
export const retireAll = (url: string) =>
  execute(url, "UPDATE assets SET status = 'retired', retired_at = now() WHERE status = 'active'");

/** Records an external calibration of an instrument, or of one of its channels. */
export const calibrate = (
  services: Services,
  actor: PersonActor,
  asset: Asset,
  given: { calibration_date?: string; due_date: string | null; channel_id?: string }
) => recorded(services, actor, externalBody(asset, { calibration_date: '2026-01-10', ...given }));

/** A person's notifications about due dates, oldest first: the titles, in English. */
export async function notificationTitles(services: Services, actor: PersonActor): Promise<readonly string[]> {
  const { items } = await listNotifications(services, actor, { limit: 100 });
  return items
    .filter(({ category }) => ['calibration_due', 'task_due', 'many_due'].includes(category))
    .map(({ title }) => title)
    .reverse();
}

/** Chooses by which channels a person is notified of due dates. */
export const choose = (services: Services, actor: PersonActor, email: boolean, in_app: boolean) =>
  updateNotificationPreferences(services, actor, { calibration_due: { email, in_app } });
