import type { z } from 'zod';
import type { EmailSettings, updateEmailSettingsBody } from '#lib/contracts/email-settings.ts';

export type MailForm = {
  enabled: boolean;
  host: string;
  port: number | null;
  security: EmailSettings['security'];
  username: string;
  /** Left empty, the stored one stays. */
  password: string;
  forgetPassword: boolean;
  from_address: string;
  from_name: string;
  reminder_lead_days: number | null;
};

export const mailFormOf = (settings: EmailSettings): MailForm => ({
  enabled: settings.enabled,
  host: settings.host ?? '',
  port: settings.port,
  security: settings.security,
  username: settings.username ?? '',
  password: '',
  forgetPassword: false,
  from_address: settings.from_address ?? '',
  from_name: settings.from_name ?? '',
  reminder_lead_days: settings.reminder_lead_days
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Whether the stored password was entered for another server or account than the form names now: it must be typed again. */
export const needsPassword = (settings: EmailSettings, form: MailForm): boolean =>
  settings.has_password &&
  form.password === '' &&
  !form.forgetPassword &&
  (orNull(form.host) !== settings.host ||
    form.port !== settings.port ||
    form.security !== settings.security ||
    orNull(form.username) !== settings.username);

export type MailBody = NonNullable<ReturnType<typeof mailBody>>;

/** Null where a number is missing: such a form is not sent. */
export function mailBody(form: MailForm): z.input<typeof updateEmailSettingsBody> | null {
  const { port, reminder_lead_days } = form;
  if (port === null || reminder_lead_days === null) return null;
  return {
    enabled: form.enabled,
    host: orNull(form.host),
    port,
    security: form.security,
    username: orNull(form.username),
    from_address: orNull(form.from_address),
    from_name: orNull(form.from_name),
    reminder_lead_days,
    ...(form.forgetPassword ? { password: null } : form.password !== '' && { password: form.password })
  };
}
