import { SYSTEM } from '#lib/laboratory/actor.ts';
import { NOTIFICATIONS } from '#lib/records/notifications.ts';
import { findCalibratingMembers } from '#lib/server/db/calibrating-members.ts';
import { whoWants } from '#lib/server/db/notification-preferences.ts';
import {
  dropReminderMails,
  findWaitingMails,
  listSweptReminders,
  markReminderMailsSent,
  type MailedReminder,
  type WaitingMail
} from '#lib/server/db/reminders.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import type { MailServer, Message } from '#lib/server/mail/mailer.ts';
import { calendarWords } from '#lib/server/use-cases/dashboard/calendar-words.ts';
import { writeDueCalendar } from '#lib/server/use-cases/dashboard/write-due-calendar.ts';
import { deliver } from '#lib/server/use-cases/mail/deliver.ts';
import { findMailReader } from '#lib/server/use-cases/mail/mail-reader.ts';
import { findMailServer } from '#lib/server/use-cases/mail/mail-server.ts';
import { reminderLeadDays } from '#lib/server/use-cases/mail/reminder-lead-days.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { reminderLetter } from './reminder-letter.ts';

/**
 * Sends a person the mail that waits for them, with all that the sweeps found and that is still due: at most one a day. Whether they may
 * still know and still want it is decided now. A mail that is refused for good leaves what only it would have told to the next sweep.
 * @throws MailFailure for another try
 */
export async function mailReminders(services: Services, { user_id }: JobPayloads['mail_reminders']): Promise<void> {
  const { pool, today } = services;
  const day = today();
  const prepared = await transaction(pool, SYSTEM, (tx) => prepare(tx, services, user_id, day));
  if (prepared === null) return;
  const { server, message, mails, reminders } = prepared;
  const taken = await deliver(services, 'reminders', server, message);
  await transaction(pool, SYSTEM, (tx) =>
    taken ? markReminderMailsSent(tx, user_id, mails, reminders, day) : dropReminderMails(tx, user_id, mails)
  );
}

type Prepared = {
  readonly server: MailServer;
  readonly message: Message;
  readonly mails: readonly WaitingMail[];
  readonly reminders: readonly MailedReminder[];
};

async function prepare(tx: Tx, services: Services, userId: string, today: string): Promise<Prepared | null> {
  const mails = await findWaitingMails(tx, userId, today);
  const [oldest] = mails;
  if (oldest === undefined) return null;
  const [reader, server] = [await findMailReader(tx, userId), await findMailServer(tx, services)];
  const reminders = reader === null || server === null ? [] : await remindersFor(tx, services, userId, mails, today);
  if (reader === null || server === null || reminders.length === 0) {
    await dropReminderMails(tx, userId, mails);
    return null;
  }
  const { origin } = services;
  const message: Message = {
    ...composeMail(reminderLetter(reader, reminders), reader, origin),
    messageId: `<reminders.${userId}.${oldest.sweep_id}@${new URL(origin).hostname}>`,
    calendar: writeDueCalendar(reminders, calendarWords(reader.language), origin, today)
  };
  return { server, message, mails, reminders };
}

/** What the sweeps found that is still due, in organizations for which this person still calibrates. */
async function remindersFor(
  tx: Tx,
  services: Services,
  userId: string,
  mails: readonly WaitingMail[],
  today: string
): Promise<readonly MailedReminder[]> {
  const wants = await whoWants(tx, [userId], NOTIFICATIONS.calibration_due.preference, 'email');
  if (wants.length === 0) return [];
  const basis = { today, leadDays: await reminderLeadDays(tx, services) };
  const found: MailedReminder[] = [];
  for (const mail of mails) {
    const members = await findCalibratingMembers(tx, mail.organization_id);
    if (members.includes(userId)) found.push(...(await listSweptReminders(tx, mail, basis)));
  }
  return found.sort((a, b) => a.due_date.localeCompare(b.due_date));
}
