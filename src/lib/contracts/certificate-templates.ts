/** Templates of certificates: LaTeX with placeholders (`\VAR{}`, `\BLOCK{}`). */
import { z } from 'zod';
import { REQUIRED_PARTS, TEMPLATE_ENGINES, TEMPLATE_VALUE_KINDS } from '#lib/records/certificate-template.ts';
import { KIB } from './operation.ts';
import { id, instant, languageSchema, line } from './primitives.ts';

/** Longer sources are refused by the body's limit, or by their bytes when they are tried. */
const source = z
  .string()
  .min(1)
  .max(256 * KIB);
const language = languageSchema.nullable();

export const certificateTemplateSchema = z.strictObject({
  id,
  name: z.string(),
  organization_id: id.nullable().describe('null: for all organizations'),
  language: language.describe('null: the language of the certificate'),
  is_default: z
    .boolean()
    .describe('Issues the certificates: that of the organization, else the one for all, else the built-in one'),
  source: z.string(),
  engine: z.enum(TEMPLATE_ENGINES),
  missing: z
    .array(z.enum(REQUIRED_PARTS))
    .describe('Contents required by ISO/IEC 17025 that no placeholder of the source prints'),
  created_at: instant,
  updated_at: instant
});
export type CertificateTemplate = z.infer<typeof certificateTemplateSchema>;

/** The certificate that is part of the app, among templates. */
const builtIn = z.literal('built-in');
export const anyTemplateId = z.union([id, builtIn]);

/** Also the built-in one, which nobody has created or changed. */
export const anyTemplateSchema = certificateTemplateSchema.extend({
  id: anyTemplateId,
  created_at: instant.nullable().describe('null: the built-in one'),
  updated_at: instant.nullable().describe('null: the built-in one')
});
export type AnyTemplate = z.infer<typeof anyTemplateSchema>;

/** As a list has it. */
export const listedTemplateSchema = certificateTemplateSchema.omit({ source: true, missing: true });

export const createTemplateBody = z.strictObject({
  name: line(200),
  organization_id: id.nullable().optional(),
  language: language.optional(),
  is_default: z.boolean().optional(),
  source
});
export const updateTemplateBody = createTemplateBody.omit({ organization_id: true }).partial();

export const previewTemplateBody = z.strictObject({
  source,
  language: language
    .optional()
    .describe('Of the template; null or omitted: of the certificate, or of the caller for the specimen'),
  calibration_id: id.optional().describe('Omitted: a specimen')
});

/** What a calibration's certificate can be set with; `built-in` is always there. */
export const templateChoiceSchema = z.strictObject({
  id: anyTemplateId,
  name: z.string(),
  organization_id: id.nullable(),
  language,
  is_default: z.boolean().describe('Issues the certificates of this organization')
});
export type TemplateChoice = z.infer<typeof templateChoiceSchema>;

export const templateValueSchema = z.strictObject({
  path: z.string().describe('As a template names it; `[]` after a list, whose elements are printed in a loop'),
  type: z.enum(TEMPLATE_VALUE_KINDS),
  example: z.string().nullable()
});
