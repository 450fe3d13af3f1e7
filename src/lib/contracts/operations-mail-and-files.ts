import { z } from 'zod';
import { emailSettingsSchema, testEmailBody, updateEmailSettingsBody } from './email-settings.ts';
import { operation } from './operation.ts';
import { id } from './primitives.ts';
import { sweepSchema } from './reminders.ts';

export const mailAndFileOperations = {
  getEmailSettings: operation({
    method: 'GET',
    path: '/admin/email-settings',
    tag: 'Administration',
    summary: 'The mail settings, without the password',
    access: 'admin',
    answers: { 200: emailSettingsSchema }
  }),
  updateEmailSettings: operation({
    method: 'PUT',
    path: '/admin/email-settings',
    tag: 'Administration',
    summary: 'Change the mail settings; omitted fields are unchanged',
    description:
      'To change server, port, security or username, send the password again, so that it never goes to another server unintentionally. Super administrators are notified of the change.',
    access: 'admin',
    body: updateEmailSettingsBody,
    answers: { 200: emailSettingsSchema },
    refusals: ['stale']
  }),
  approveEmailSettings: operation({
    method: 'POST',
    path: '/admin/email-settings/approve',
    tag: 'Administration',
    summary: 'Approve the mail server, as a super administrator',
    description:
      'Anyone who controls the mail server can read every link in a mail. If an administrator has changed it, sign-in links for super administrators, and for members of private organizations to which that administrator does not belong, are mailed only after this approval. Send `If-Match` to approve exactly the settings you have seen.',
    access: 'superadmin',
    answers: { 200: emailSettingsSchema },
    refusals: ['stale']
  }),
  testEmailSettings: operation({
    method: 'POST',
    path: '/admin/email-settings/test',
    tag: 'Administration',
    summary: 'Send a test mail with the stored settings, enabled or not, and return the outcome',
    access: 'admin',
    body: testEmailBody,
    answers: { 204: null },
    refusals: ['mail_not_configured', 'mail_password_unreadable', 'mail_failed', 'too_many_requests']
  }),
  sweepReminders: operation({
    method: 'POST',
    path: '/admin/reminders/sweep',
    tag: 'Administration',
    summary: 'Send today’s reminders now',
    description:
      'The same sweep runs every day at 07:00 server time. A reminder of each calibration and task is sent at most once when it is due soon and once when it is overdue, so another call sends nothing twice.',
    access: 'superadmin',
    answers: { 200: sweepSchema }
  }),
  getFile: operation({
    method: 'GET',
    path: '/files/{id}',
    tag: 'Files',
    summary: 'A picture, by the signed path in a `*_url` field',
    description: 'The signature grants access, because an `<img>` sends no token.',
    access: 'public',
    params: z.strictObject({ id }),
    query: z.strictObject({ expires: z.string().regex(/^\d{1,12}$/), signature: z.string().min(1).max(100) }),
    answers: { 200: { media: 'image/webp' } },
    refusals: ['not_found']
  })
} as const;
