import { findReminderLeadDays } from '#lib/server/db/email-settings.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * From how many days before its due date an instrument is due soon: as an admin has set it, else as `REMINDER_LEAD_DAYS` says.
 * Server, reminders and devices all go by this one number (specification 2.6).
 */
export const reminderLeadDays = async (tx: Tx, services: Pick<Services, 'reminderLeadDays'>): Promise<number> =>
  (await findReminderLeadDays(tx)) ?? services.reminderLeadDays;
