import { z } from 'zod';
import { emailSettingsSchema, testEmailBody, updateEmailSettingsBody } from './email-settings.ts';
import { operation } from './operation.ts';
import { id } from './primitives.ts';

export const mailAndFileOperations = {
  getEmailSettings: operation({
    method: 'GET',
    path: '/admin/email-settings',
    tag: 'Administration',
    summary: 'How mail leaves the installation, without the password',
    access: 'admin',
    answers: { 200: emailSettingsSchema }
  }),
  updateEmailSettings: operation({
    method: 'PUT',
    path: '/admin/email-settings',
    tag: 'Administration',
    summary: 'Change the mail settings; absent fields stay',
    description:
      'Another server, port, security or username needs the password again, so that it is never sent elsewhere. Superadmins are told of the change.',
    access: 'admin',
    body: updateEmailSettingsBody,
    answers: { 200: emailSettingsSchema },
    refusals: ['stale']
  }),
  approveEmailSettings: operation({
    method: 'POST',
    path: '/admin/email-settings/approve',
    tag: 'Administration',
    summary: 'Approve the server that mail leaves by, as a superadmin',
    description:
      'Whoever holds the mail server reads every link in a mail. Where an admin has set it, links that let in a superadmin, or a member of a private organization which that admin does not belong to, are mailed only after this. Send `If-Match` to approve what was seen.',
    access: 'superadmin',
    answers: { 200: emailSettingsSchema },
    refusals: ['stale']
  }),
  testEmailSettings: operation({
    method: 'POST',
    path: '/admin/email-settings/test',
    tag: 'Administration',
    summary: 'Send a mail by the stored settings, enabled or not, and say what came of it',
    access: 'admin',
    body: testEmailBody,
    answers: { 204: null },
    refusals: ['mail_not_configured', 'mail_password_unreadable', 'mail_failed', 'too_many_requests']
  }),
  getFile: operation({
    method: 'GET',
    path: '/files/{id}',
    tag: 'Files',
    summary: 'A picture, by the signed path that a `*_url` field holds',
    description: 'The signature is the permission: an `<img>` carries no token.',
    access: 'public',
    params: z.strictObject({ id }),
    query: z.strictObject({ expires: z.string().regex(/^\d{1,12}$/), signature: z.string().min(1).max(100) }),
    answers: { 200: { media: 'image/webp' } },
    refusals: ['not_found']
  })
} as const;
