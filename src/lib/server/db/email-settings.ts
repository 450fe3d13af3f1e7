import { sql } from 'slonik';
import { z } from 'zod';
import { instant } from '#lib/contracts/primitives.ts';
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
  updated_at: instant
});
/** The one row of mail settings, its password sealed; shown to admins and to the system alone. */
export type StoredEmailSettings = z.infer<typeof stored>;

const columns = sql.fragment`enabled, host, port, security, username, sealed_password, from_address, from_name,
  reminder_lead_days, updated_at`;

export const findEmailSettings = (tx: Tx): Promise<StoredEmailSettings> =>
  tx.one(sql.type(stored)`SELECT ${columns} FROM email_settings`);

export const updateEmailSettingsRow = (
  tx: Tx,
  settings: Omit<StoredEmailSettings, 'updated_at'>
): Promise<StoredEmailSettings> =>
  tx.one(sql.type(stored)`
    UPDATE email_settings SET enabled = ${settings.enabled}, host = ${settings.host}, port = ${settings.port},
      security = ${settings.security}, username = ${settings.username}, sealed_password = ${settings.sealed_password},
      from_address = ${settings.from_address}, from_name = ${settings.from_name},
      reminder_lead_days = ${settings.reminder_lead_days}, updated_at = clock_timestamp()
    RETURNING ${columns}`);

/** The same password under another secret: no change of the settings, so nobody's `If-Match` fails. */
export async function replaceSealedPassword(tx: Tx, sealed: string, next: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE email_settings SET sealed_password = ${next} WHERE sealed_password = ${sealed}`);
  return rowCount === 1;
}

/** What an admin has set, for readers who may not see the rest of the settings. */
export const findReminderLeadDays = (tx: Tx): Promise<number | null> =>
  tx.oneFirst(sql.type(z.object({ days: z.int().nullable() }))`SELECT reminder_lead_days() AS days`);
