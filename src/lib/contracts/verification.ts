/** What the page behind the code on a certificate tells, to anybody who has the certificate (`/verify/{token}`). */
import { z } from 'zod';
import { MIB } from './operation.ts';
import { calendarDate, instant } from './primitives.ts';

/** More than any certificate of ours has; a form around it adds a little. */
export const LARGEST_CERTIFICATE = 20 * MIB;

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A SHA-256 in 64 hexadecimal digits');

/** Instead of the file itself: its hash, so that the file need not leave the machine that it is on. */
export const verifyBody = z.strictObject({ sha256 });

export const verificationSchema = z.strictObject({
  result: z
    .enum(['original', 'unknown'])
    .nullable()
    .describe('original: byte for byte the file that was issued; unknown: any other; null: no file was presented'),
  state: z.enum(['valid', 'voided', 'replaced']).nullable(),
  replaced_by: z.string().nullable().describe('Number of the certificate that replaces it'),
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
    .describe('null: nothing is known by this token, or its organization is private and the file was not presented')
});
export type Verification = z.infer<typeof verificationSchema>;
