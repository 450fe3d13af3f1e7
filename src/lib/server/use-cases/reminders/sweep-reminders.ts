import { v7 as uuidv7 } from 'uuid';
import type { Sweep } from '#lib/contracts/reminders.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import type { DueThreshold, NotificationEvent } from '#lib/laboratory/notifications/notification-event.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { NOTIFICATIONS } from '#lib/records/notifications.ts';
import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { whoWants } from '#lib/server/db/notification-preferences.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import {
  claimReminderMails,
  findAwaitingReminders,
  findPendingReminders,
  listActiveOrganizationIds,
  saveReminders,
  type Reminder
} from '#lib/server/db/reminders.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';
import { reminderLeadDays } from '#lib/server/use-cases/mail/reminder-lead-days.ts';
import { pushTo } from '#lib/server/use-cases/push/push-to.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** More of one organization in one sweep become one notification a person; the mail lists them. */
const MOST_NOTIFICATIONS = 50;
const { preference } = NOTIFICATIONS.calibration_due;

type Counts = Sweep[DueThreshold];
type CountsByThreshold = Pick<Sweep, DueThreshold>;

/** Runs the daily sweep now. @throws Refusal `forbidden` */
export async function sweepOnRequest(services: Services, actor: PersonActor): Promise<Sweep> {
  assertMay(actor, 'reminders.sweep');
  return sweepReminders(services);
}

/**
 * Reminds people of what is due soon or overdue: each calibration and each task once for each (specification 3.6, 6). An organization
 * that fails is logged and left to the next sweep. Safe beside another sweep, and after one that was killed.
 */
export async function sweepReminders(services: Services): Promise<Sweep> {
  const { pool, log, today } = services;
  let total: Sweep = { checked: 0, due_soon: NONE, overdue: NONE };
  for (const organizationId of await transaction(pool, SYSTEM, listActiveOrganizationIds)) {
    try {
      total = added(total, await transaction(pool, SYSTEM, (tx) => sweepOrganization(tx, services, organizationId)));
    } catch (err) {
      log.error({ err, organizationId }, 'the reminders of an organization failed');
    }
  }
  // After all organizations, so that each person gets one mail about all of them.
  await transaction(pool, SYSTEM, async (tx) => {
    const people = await findAwaitingReminders(tx, today());
    await enqueueAll(
      tx,
      people.map((user_id) => ({
        name: 'mail_reminders',
        payload: { user_id },
        options: { jobKey: `reminders:${user_id}`, queueName: `reminders:${user_id}`, maxAttempts: 8 }
      }))
    );
  });
  log.info(total, 'reminders swept');
  return total;
}

async function sweepOrganization(tx: Tx, services: Services, organizationId: string): Promise<Sweep> {
  const basis = { today: services.today(), leadDays: await reminderLeadDays(tx, services) };
  const { checked, reminders } = await findPendingReminders(tx, organizationId, basis);
  if (reminders.length === 0) return { checked, due_soon: NONE, overdue: NONE };
  const sweepId = uuidv7();
  const people = await findCalibratingMembers(tx, organizationId);
  const readers = await whoWants(tx, people, preference, 'in_app');
  const counts = countsOf(reminders, readers.length > 0);
  await showInApp(tx, { sweepId, organizationId, readers, reminders, counts });
  await saveReminders(tx, sweepId, organizationId, reminders, readers.length > 0);
  if (await isMailOn(tx)) {
    await claimReminderMails(tx, sweepId, organizationId, await whoWants(tx, people, preference, 'email'));
  }
  if (services.push !== undefined) {
    const [only, ...others] = reminders;
    const path = only && others.length === 0 ? `/assets/${only.id}` : '/';
    await pushTo(tx, await whoWants(tx, people, preference, 'push'), { about: preference, path });
  }
  return { checked, ...counts };
}

type Showing = {
  readonly sweepId: string;
  readonly organizationId: string;
  readonly readers: readonly string[];
  readonly reminders: readonly Reminder[];
  readonly counts: CountsByThreshold;
};

async function showInApp(tx: Tx, { sweepId, organizationId, readers, reminders, counts }: Showing): Promise<void> {
  const [first] = reminders;
  if (first === undefined) return;
  const { due_soon, overdue } = counts;
  const notices =
    reminders.length > MOST_NOTIFICATIONS
      ? [
          {
            event: {
              category: 'many_due',
              parameters: {
                organization: first.organization_name,
                due_soon: due_soon.delivered,
                overdue: overdue.delivered
              }
            } as const,
            event_key: `many_due:${sweepId}`,
            asset_id: null
          }
        ]
      : reminders.map((reminder) => ({
          event: eventOf(reminder),
          event_key: `due:${reminder.subject_id}:${reminder.due_date}:${reminder.threshold}`,
          asset_id: reminder.id
        }));
  await insertNotifications(
    tx,
    readers.flatMap((user_id) =>
      notices.map((notice) => ({ ...notice, id: uuidv7(), user_id, organization_id: organizationId }))
    )
  );
}

function eventOf({ asset_id, name, channel_name, task_name, due_date, threshold }: Reminder): NotificationEvent {
  const due = { asset_id, asset_name: name, channel_name, due_date, overdue: threshold === 'overdue' };
  return task_name === null
    ? { category: 'calibration_due', parameters: due }
    : { category: 'task_due', parameters: { ...due, task_name } };
}

const NONE: Counts = { new: 0, delivered: 0, retry: 0 };

function countsOf(reminders: readonly Reminder[], delivered: boolean): CountsByThreshold {
  const of = (threshold: DueThreshold): Counts => {
    const those = reminders.filter((reminder) => reminder.threshold === threshold);
    const fresh = those.filter(({ is_new }) => is_new).length;
    return { new: fresh, delivered: delivered ? those.length : 0, retry: delivered ? 0 : those.length };
  };
  return { due_soon: of('due_soon'), overdue: of('overdue') };
}

function added(a: Sweep, b: Sweep): Sweep {
  const sum = (x: Counts, y: Counts): Counts => ({
    new: x.new + y.new,
    delivered: x.delivered + y.delivered,
    retry: x.retry + y.retry
  });
  return {
    checked: a.checked + b.checked,
    due_soon: sum(a.due_soon, b.due_soon),
    overdue: sum(a.overdue, b.overdue)
  };
}
