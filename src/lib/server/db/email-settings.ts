import { sql } from 'slonik';
import { z } from 'zod';
import { id, instant } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const stored = z.object({
  enabled: z.boolean(),
  host: z.string().nullable(),
  port: z.number(),
  security: z.enum(['auto', 'starttls', 'tls', 'none']),
  username: z.string().nullable(),
  sealed_password: z.string().nullable(),
  from_address: z.string().nullable(),
  from_name: z.string().nullable(),
  reminder_lead_days: z.number().nullable(),
  route_by: z.strictObject({ id, full_name: z.string() }).nullable(),
  is_approved: z.boolean(),
  updated_at: instant
});
/** The one row of mail settings, its password sealed; visible only to admins and the system. */
export type StoredEmailSettings = z.infer<typeof stored>;

const approved = sql.fragment`NOT EXISTS (SELECT FROM users u WHERE u.id = route_by AND u.role <> 'superadmin')`;
const columns = sql.fragment`enabled, host, port, security, username, sealed_password, from_address, from_name,
  reminder_lead_days, updated_at,
  (SELECT jsonb_build_object('id', u.id, 'full_name', u.full_name) FROM users u WHERE u.id = route_by) AS route_by,
  ${approved} AS is_approved`;

export const findEmailSettings = (tx: Tx): Promise<StoredEmailSettings> =>
  tx.one(sql.type(stored)`SELECT ${columns} FROM email_settings`);

export const updateEmailSettingsRow = (
  tx: Tx,
  settings: Omit<StoredEmailSettings, 'updated_at' | 'is_approved' | 'route_by'>
): Promise<StoredEmailSettings> =>
  tx.one(sql.type(stored)`
    UPDATE email_settings SET enabled = ${settings.enabled}, host = ${settings.host}, port = ${settings.port},
      security = ${settings.security}, username = ${settings.username}, sealed_password = ${settings.sealed_password},
      from_address = ${settings.from_address}, from_name = ${settings.from_name},
      reminder_lead_days = ${settings.reminder_lead_days}, updated_at = clock_timestamp()
    RETURNING ${columns}`);

/** Records who is responsible for the mail server: whoever changed it, or the superadmin who approved it. */
export const saveRouteBy = (tx: Tx, userId: string): Promise<StoredEmailSettings> =>
  tx.one(sql.type(stored)`
    UPDATE email_settings SET route_by = ${userId}, updated_at = clock_timestamp() RETURNING ${columns}`);

/**
 * Whether a mailed link may sign this person in. The owner of the mail server can read every link: if somebody other
 * than a superadmin has set it, no link signs in a superadmin, nor a member of a private organization in which that
 * person has fewer rights.
 */
export const mayLetInByMail = (tx: Tx, userId: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ may: z.boolean() }))`
    SELECT NOT EXISTS (
      SELECT FROM email_settings s JOIN users setter ON setter.id = s.route_by JOIN users person ON person.id = ${userId}
      WHERE setter.role <> 'superadmin' AND setter.id <> person.id AND (person.role = 'superadmin' OR EXISTS (
        SELECT FROM memberships m JOIN organizations o ON o.id = m.organization_id AND o.private
        WHERE m.user_id = person.id AND NOT EXISTS (
          SELECT FROM memberships own WHERE own.organization_id = m.organization_id AND own.user_id = setter.id
            AND (own.role = 'admin' OR m.role = 'member'))))) AS may`);

/** The same password sealed with another secret: not a change of the settings, so no `If-Match` fails. */
export async function replaceSealedPassword(tx: Tx, sealed: string, next: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE email_settings SET sealed_password = ${next} WHERE sealed_password = ${sealed}`);
  return rowCount === 1;
}

/** Deletes the password, and switches off mail that needs it. @returns whether there was one */
export async function forgetSealedPassword(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE email_settings SET sealed_password = NULL, enabled = false, updated_at = clock_timestamp()
    WHERE sealed_password IS NOT NULL`);
  return rowCount === 1;
}

/** Whether mail is set up, for readers who may not see the settings. */
export const findReminderLeadDays = (tx: Tx): Promise<number | null> =>
  tx.oneFirst(sql.type(z.object({ days: z.int().nullable() }))`SELECT reminder_lead_days() AS days`);
