import { z } from 'zod';
import { emailAddress, id, instant, line } from './primitives.ts';

const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9._:-]+$/, 'A host name or an IP address');
const settings = {
  enabled: z.boolean(),
  host: host.nullable(),
  port: z.int().min(1).max(65_535),
  /** auto: TLS on port 465, else STARTTLS if offered, and never a password without encryption. */
  security: z.enum(['auto', 'starttls', 'tls', 'none']),
  username: z.string().trim().min(1).max(320).nullable(),
  from_address: emailAddress.nullable(),
  from_name: line(200).nullable(),
  reminder_lead_days: z.int().min(0).max(3650)
};

/** The mail settings. The password is write-only. */
export const emailSettingsSchema = z.strictObject({
  ...settings,
  has_password: z.boolean(),
  /** It was encrypted with another `SECRET_KEY`: mail that needs it fails until it is entered again. */
  password_unreadable: z.boolean(),
  /**
   * A superadmin set or approved the server; until then no sign-in link is mailed to anyone with more rights than the
   * person who set it.
   */
  is_approved: z.boolean(),
  /** Who last changed the mail server. */
  route_by: z.strictObject({ id, full_name: z.string() }).nullable(),
  updated_at: instant
});
export type EmailSettings = z.infer<typeof emailSettingsSchema>;
export const updateEmailSettingsBody = z
  .strictObject({ ...settings, password: z.string().min(1).max(1000).nullable() })
  .partial();
export const testEmailBody = z.strictObject({ to: emailAddress });
