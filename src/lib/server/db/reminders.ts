/** Who was reminded of what, and whose mail about it waits. Written and read by the system alone. */
import { sql } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import { DUE_THRESHOLDS } from '#lib/laboratory/notifications/notification-event.ts';
import { dueColumns, dueItem, dueItems, earliestFirst } from './due-items.ts';
import type { Tx } from './transaction.ts';

/** The day of a sweep, and from how many days before its due date something is due soon. */
export type DueBasis = { readonly today: string; readonly leadDays: number };

const reminder = dueItem.extend({
  subject_id: id,
  threshold: z.enum(DUE_THRESHOLDS),
  /** No sweep has seen to it yet. */
  is_new: z.boolean()
});
export type Reminder = z.infer<typeof reminder>;

const pending = z.object({ checked: z.int(), reminders: z.array(reminder) });

/** With the threshold that an item has passed, and then the calibration that it is due by, or the task. */
const withThreshold = (organizationId: string, { today, leadDays }: DueBasis) => sql.fragment`
  SELECT due.*, passed.threshold, CASE WHEN passed.threshold IS NOT NULL THEN coalesce(due.task_id, (
    SELECT c.id FROM calibrations c
    WHERE c.asset_id = due.id AND c.channel_id IS NOT DISTINCT FROM due.channel_id AND c.voided_at IS NULL
      AND c.due_date = due.due_date
    ORDER BY c.calibration_date DESC, c.version DESC LIMIT 1)) END AS subject_id
  FROM (${dueItems(sql.fragment`ARRAY[${organizationId}::uuid]`)}) due
  CROSS JOIN LATERAL (
    SELECT CASE WHEN due.due_date < ${today}::date THEN 'overdue'
                WHEN due.due_date <= ${today}::date + coalesce(due.lead_days, ${leadDays}) THEN 'due_soon' END AS threshold
  ) passed`;

/**
 * The due dates of an organization: how many there are, and those that are due soon or overdue and of which nobody was told yet,
 * earliest first. Waits for another sweep of this organization to end.
 */
export async function findPendingReminders(
  tx: Tx,
  organizationId: string,
  basis: DueBasis
): Promise<z.infer<typeof pending>> {
  await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${`reminders ${organizationId}`}, 0))`);
  return tx.one(sql.type(pending)`
    SELECT count(*)::int AS checked, coalesce(json_agg(
      to_jsonb(due) || jsonb_build_object('is_new', known.subject_id IS NULL) ORDER BY ${earliestFirst})
      FILTER (WHERE due.threshold IS NOT NULL AND known.delivered_at IS NULL), '[]') AS reminders
    FROM (${withThreshold(organizationId, basis)}) due
    LEFT JOIN reminders known USING (subject_id, due_date, threshold)`);
}

/** Notes that a sweep saw to these reminders, and whether somebody was told. */
export async function saveReminders(
  tx: Tx,
  sweepId: string,
  organizationId: string,
  reminders: readonly Reminder[],
  delivered: boolean
): Promise<void> {
  const rows = reminders.map(({ subject_id, due_date, threshold }) => ({ subject_id, due_date, threshold }));
  await tx.query(sql.unsafe`
    INSERT INTO reminders (subject_id, due_date, threshold, organization_id, sweep_id, delivered_at)
    SELECT subject_id, due_date, threshold, ${organizationId}::uuid, ${sweepId}::uuid, CASE WHEN ${delivered} THEN now() END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(subject_id uuid, due_date date, threshold text)
    ON CONFLICT (subject_id, due_date, threshold) DO UPDATE
      SET sweep_id = excluded.sweep_id, delivered_at = excluded.delivered_at`);
}

/** Lets mails about a sweep wait for these people. */
export async function claimReminderMails(
  tx: Tx,
  sweepId: string,
  organizationId: string,
  userIds: readonly string[]
): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO reminder_mails (user_id, sweep_id, organization_id)
    SELECT person, ${sweepId}::uuid, ${organizationId}::uuid FROM unnest(${sql.array([...userIds], 'uuid')}) AS person`);
}

/** Of a mail `m`: it was not sent, and none to the same person on this day. */
const waits = (today: string) => sql.fragment`m.sent_on IS NULL
  AND NOT EXISTS (SELECT FROM reminder_mails sent WHERE sent.user_id = m.user_id AND sent.sent_on = ${today}::date)`;

/** People whose mail waits, and who were sent none on this day. */
export const findAwaitingReminders = (tx: Tx, today: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id }))`
    SELECT DISTINCT m.user_id AS id FROM reminder_mails m
    WHERE ${waits(today)}
    ORDER BY m.user_id`);

const waiting = z.object({ sweep_id: id, organization_id: id });
export type WaitingMail = z.infer<typeof waiting>;

/** The sweeps about which a person's mail waits, oldest first; none if they were sent one on this day. */
export const findWaitingMails = (tx: Tx, userId: string, today: string): Promise<readonly WaitingMail[]> =>
  tx.any(sql.type(waiting)`
    SELECT m.sweep_id, m.organization_id FROM reminder_mails m
    WHERE m.user_id = ${userId} AND ${waits(today)}
    ORDER BY m.sweep_id`);

const mailed = dueItem.extend({ organization_id: id, subject_id: id, threshold: z.enum(DUE_THRESHOLDS), sweep_id: id });
export type MailedReminder = z.infer<typeof mailed>;

/** Of the reminders that a sweep of an organization saw to, those that are due now as they were then; earliest first. */
export const listSweptReminders = (
  tx: Tx,
  { sweep_id, organization_id }: WaitingMail,
  basis: DueBasis
): Promise<readonly MailedReminder[]> =>
  tx.any(sql.type(mailed)`
    SELECT ${dueColumns}, due.organization_id, due.subject_id, due.threshold, swept.sweep_id
    FROM (${withThreshold(organization_id, basis)}) due
    JOIN reminders swept USING (subject_id, due_date, threshold)
    WHERE swept.sweep_id = ${sweep_id}
    ORDER BY ${earliestFirst}`);

const sweeps = (mails: readonly WaitingMail[]) =>
  sql.array(
    mails.map(({ sweep_id }) => sweep_id),
    'uuid'
  );

/** A mail server took a person's mail about these sweeps: what was in it is delivered, and mailed for no later sweep. */
export async function markReminderMailsSent(
  tx: Tx,
  userId: string,
  mails: readonly WaitingMail[],
  reminders: readonly MailedReminder[],
  today: string
): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE reminder_mails SET sent_on = ${today}::date WHERE user_id = ${userId} AND sweep_id = ANY (${sweeps(mails)})`);
  const rows = reminders.map(({ subject_id, due_date, threshold, sweep_id }) => ({
    subject_id,
    due_date,
    threshold,
    sweep_id
  }));
  await tx.query(sql.unsafe`
    UPDATE reminders r SET delivered_at = coalesce(r.delivered_at, now()), sweep_id = mailed.sweep_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS mailed(subject_id uuid, due_date date, threshold text, sweep_id uuid)
    WHERE (r.subject_id, r.due_date, r.threshold) = (mailed.subject_id, mailed.due_date, mailed.threshold)`);
}

/** Nothing is mailed about these sweeps to this person any more. */
export async function dropReminderMails(tx: Tx, userId: string, mails: readonly WaitingMail[]): Promise<void> {
  await tx.query(sql.unsafe`
    DELETE FROM reminder_mails WHERE user_id = ${userId} AND sent_on IS NULL AND sweep_id = ANY (${sweeps(mails)})`);
}

export const listActiveOrganizationIds = (tx: Tx): Promise<readonly string[]> =>
  tx.anyFirst(
    sql.type(z.object({ id }))`SELECT id FROM organizations WHERE is_active AND NOT is_demonstration ORDER BY id`
  );
