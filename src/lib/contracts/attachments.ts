/** Files kept with an asset, a procedure or a calibration. */
import { z } from 'zod';
import type { ATTACHMENT_ENDINGS } from '#lib/records/attachment.ts';
import { actedSchema } from './people.ts';
import { id, instant, line } from './primitives.ts';

/** More than any record needs, and still one list. */
export const MOST_ATTACHMENTS = 200;

/** Accepted files by the ending of their name. Pictures are re-encoded as WebP. */
export const ATTACHMENT_TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
  xml: 'application/xml',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif'
} as const satisfies Readonly<Record<(typeof ATTACHMENT_ENDINGS)[number], string>>;

export const attachmentName = line(255);

export const attachmentSchema = z.strictObject({
  id,
  name: z.string(),
  media_type: z.string(),
  bytes: z.int().positive(),
  sha256: z.string().describe('SHA-256 of the stored bytes, in hexadecimal digits'),
  uploaded_by: actedSchema,
  imported: z.boolean().describe('Came with an import'),
  created_at: instant,
  url: z.string().describe('Downloads the file without a token; valid for an hour')
});
export type Attachment = z.infer<typeof attachmentSchema>;
