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
  /** auto: TLS on port 465, else STARTTLS where it is offered, and never a password without; the others as they say. */
  security: z.enum(['auto', 'starttls', 'tls', 'none']),
  username: z.string().trim().min(1).max(320).nullable(),
  from_address: emailAddress.nullable(),
  from_name: line(200).nullable(),
  reminder_lead_days: z.int().min(0).max(3650)
};

/** How mail leaves the installation. The password goes in and never comes out. */
export const emailSettingsSchema = z.strictObject({
  ...settings,
  has_password: z.boolean(),
  /** It was stored under another `SECRET_KEY`: mail that needs it fails until it is entered again. */
  password_unreadable: z.boolean(),
  /** The server was set or approved by a superadmin; until then no mail lets in anybody who may more than whoever set it. */
  is_approved: z.boolean(),
  /** Who last said where mail goes. */
  route_by: z.strictObject({ id, full_name: z.string() }).nullable(),
  updated_at: instant
});
export type EmailSettings = z.infer<typeof emailSettingsSchema>;
export const updateEmailSettingsBody = z
  .strictObject({ ...settings, password: z.string().min(1).max(1000).nullable() })
  .partial();
export const testEmailBody = z.strictObject({ to: emailAddress });
