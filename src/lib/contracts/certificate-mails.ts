/** Certificates that leave the laboratory: many as one file, one by mail. */
import { z } from 'zod';
import {
  CERTIFICATE_MAIL_FAULTS,
  CERTIFICATE_MAIL_STATES,
  LONGEST_MAIL_MESSAGE
} from '#lib/records/certificate-mails.ts';
import { emailAddress, id, instant, languageSchema } from './primitives.ts';

export const sendCertificateBody = z.strictObject({
  to: emailAddress.describe('The customer’s address: one'),
  language: languageSchema.optional().describe('Of the mail; by default that of the certificate'),
  message: z
    .string()
    .trim()
    .max(LONGEST_MAIL_MESSAGE)
    .optional()
    .describe('Quoted in the mail as plain text, with the sender’s name; the rest of the mail is fixed')
});
export type SendCertificateBody = z.output<typeof sendCertificateBody>;

export const certificateMailSchema = z.strictObject({
  id,
  to: z.string(),
  language: languageSchema,
  message: z.string().nullable(),
  state: z
    .enum(CERTIFICATE_MAIL_STATES)
    .describe('`queued` also while failed attempts are repeated, for about an hour'),
  fault: z.enum(CERTIFICATE_MAIL_FAULTS).nullable().describe('Why the last attempt failed'),
  is_link: z
    .boolean()
    .describe('The file was too large to be attached: the mail has a link to it, valid for seven days'),
  sent_by: z.strictObject({ id, full_name: z.string() }),
  created_at: instant,
  finished_at: instant.nullable()
});
export type CertificateMail = z.infer<typeof certificateMailSchema>;
