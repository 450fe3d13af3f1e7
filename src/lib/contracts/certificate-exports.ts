/** Many certificates as one file. */
import { z } from 'zod';
import { MOST_CERTIFICATES } from '#lib/records/exports.ts';
import { id, languageSchema } from './primitives.ts';

export const CERTIFICATE_EXPORT_FORMATS = ['zip', 'pdf'] as const;

/** Why a certificate is not in the file. */
export const LEFT_OUT = [
  'no_calibration',
  'no_results',
  'voided',
  'certificate_held',
  'certificate_in_review',
  'certificate_imported',
  'certificate_failed'
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export const certificateExportBody = z
  .strictObject({
    organization_id: id,
    calibrations: z
      .array(id)
      .min(1)
      .max(MOST_CERTIFICATES)
      .optional()
      .describe('These calibrations of the organization'),
    refs: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(MOST_CERTIFICATES)
      .optional()
      .describe('UUIDs or identifiers of assets of the organization, instead of `calibrations`'),
    which: z
      .enum(['latest', 'all'])
      .default('latest')
      .describe('Of `refs`: the latest calibration of each channel, or all of its history'),
    format: z.enum(CERTIFICATE_EXPORT_FORMATS).default('zip'),
    language: languageSchema.optional().describe('Of the list in the file; by default, the caller’s')
  })
  .refine(({ calibrations, refs }) => (calibrations === undefined) !== (refs === undefined), {
    message: 'Either calibrations or refs',
    path: ['calibrations']
  });
export type CertificateExportBody = z.output<typeof certificateExportBody>;
