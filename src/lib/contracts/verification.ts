/** The public verification page behind the code on a certificate (`/verify/{token}`). */
import { z } from 'zod';
import { MIB } from './operation.ts';
import { calendarDate, instant } from './primitives.ts';

/** Larger than any of our certificates, with some room for the multipart form. */
export const LARGEST_CERTIFICATE = 20 * MIB;

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A SHA-256 in 64 hexadecimal digits');

/** Instead of the file: its hash, so that the file need not leave the machine. */
export const verifyBody = z.strictObject({ sha256 });

export const verificationSchema = z.strictObject({
  result: z
    .enum(['original', 'unknown'])
    .nullable()
    .describe('original: identical to the issued file; unknown: any other file; null: no file was sent'),
  state: z
    .enum(['valid', 'voided', 'replaced', 'under_review'])
    .nullable()
    .describe(
      'under_review: its reference was out of tolerance, and what follows from that is not decided or not done yet'
    ),
  replaced_by: z.string().nullable().describe('Number of the replacing certificate'),
  certificate: z
    .strictObject({
      number: z.string(),
      asset_id: z.string(),
      calibration_date: calendarDate,
      issued_at: instant,
      organization: z.string(),
      sha256
    })
    .nullable()
    .describe('null: the token is unknown, or its organization is private and the file was not sent')
});
export type Verification = z.infer<typeof verificationSchema>;
