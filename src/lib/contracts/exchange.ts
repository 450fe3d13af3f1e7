/** Moving assets out and in: what is asked, and the report that every import gives, whatever its format. */
import { z } from 'zod';
import { MOST_EXPORTED } from '#lib/records/exports.ts';
import { DATE_ORDERS, IGNORED, SHEET_FIELDS } from '#lib/records/sheet-fields.ts';
import { id, languageSchema, queryFlag } from './primitives.ts';

const ref = z.string().min(1).max(64);
export const exportQuery = z.strictObject({
  organization_id: id,
  refs: z
    .string()
    .max(12_000)
    .transform((refs) => refs.split(','))
    .pipe(z.array(ref).min(1).max(1000))
    .optional()
    .describe('UUIDs or identifiers, separated by commas; by default, all assets of the organization')
});
/** An address has room for some hundred UUIDs; a selection can be a whole laboratory. */
export const exportBody = z.strictObject({
  organization_id: id,
  refs: z.array(ref).min(1).max(MOST_EXPORTED).describe('UUIDs or identifiers of assets of the organization')
});

export const TEMPLATE_FORMATS = ['xlsx', 'csv'] as const;
export type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];
export const templateQuery = z.strictObject({
  format: z.enum(TEMPLATE_FORMATS).default('xlsx'),
  language: languageSchema.optional().describe('Language of headings, hints and example; by default, the caller’s')
});

export const IMPORT_FORMATS = ['auto', 'plumbline', 'open-gauge', 'csv', 'xlsx'] as const;
export const ON_EXISTING = ['refuse', 'skip', 'update'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

export const importQuery = z.strictObject({
  organization_id: id.describe('Organization that receives the assets'),
  dry_run: queryFlag
    .default(false)
    .describe('true: checks the whole file and reports the outcome without importing anything'),
  on_existing: z
    .enum(ON_EXISTING)
    .default('refuse')
    .describe(
      'What to do with an asset whose identifier already exists; update changes its fields and adds to its history'
    ),
  on_refused: z
    .enum(['stop', 'leave_out'])
    .default('stop')
    .describe(
      'If rows of a table are refused: import nothing, or only the other rows. An archive is imported completely or not at all'
    ),
  format: z.enum(IMPORT_FORMATS).default('auto')
});

export type ImportQuery = z.output<typeof importQuery>;
/** An archive that unpacks to 4 GiB is hardly larger packed. */
export const LARGEST_IMPORT = 4 * 1024 ** 3;

const columnLabel = z.string().min(1).max(200);
/** The part `mapping` of the form: how a table is to be read. */
export const sheetMappingSchema = z.strictObject({
  sheet: z.string().max(200).optional().describe('The name of a sheet; by default, the first one'),
  dates: z.enum(DATE_ORDERS).default('auto').describe('How to read days such as 03/04/2026'),
  columns: z
    .record(columnLabel, z.enum([IGNORED, ...SHEET_FIELDS]))
    .default({})
    .describe('Contents of columns, by heading; other columns are recognized by their headings')
});
export type SheetMapping = z.output<typeof sheetMappingSchema>;
/** The part `corrections` of the form: cells as they should be. */
export const correctionsSchema = z
  .array(z.strictObject({ row: z.int().min(1), column: columnLabel, value: z.string().max(10_000) }))
  .max(20_000);
export type Correction = z.output<typeof correctionsSchema>[number];
/** Bytes of both parts together. */
export const LARGEST_SHEET_PARTS = 4 * 1024 ** 2;

export const FINDING_LEVELS = ['error', 'warning', 'info'] as const;
export const findingSchema = z.strictObject({
  level: z.enum(FINDING_LEVELS).describe('error: not imported; warning: imported with a change; info: for information'),
  code: z.string(),
  loc: z.array(z.string()).describe('Where in the record or row'),
  message: z.string(),
  suggestion: z.string().optional().describe('What was probably meant')
});
export type Finding = z.infer<typeof findingSchema>;

export const IMPORT_ACTIONS = ['create', 'update', 'skip', 'refuse'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];
export const importRowSchema = z.strictObject({
  path: z.string().describe('Entry of the archive or row of the table'),
  asset_id: z.string().nullable(),
  action: z.enum(IMPORT_ACTIONS),
  findings: z.array(findingSchema),
  cells: z
    .array(z.string())
    .optional()
    .describe('Cells of the row, in the order of the columns; only for the first 500 rows with errors or warnings')
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** How a table was read. */
export const tableReportSchema = z.strictObject({
  sheets: z.array(z.string()).describe('All sheets of the file; empty for CSV'),
  sheet: z.string().nullable(),
  heading_row: z.int().describe('Number of the row with the headings'),
  rows: z.int().describe('Number of non-empty rows below it'),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  columns: z.array(
    z.strictObject({
      label: z.string(),
      use: z.enum([IGNORED, ...SHEET_FIELDS]),
      samples: z.array(z.string()).describe('The first values')
    })
  ),
  new_locations: z.array(z.string()).describe('Paths of locations that do not exist yet; at most 100'),
  can_leave_out: z.boolean().describe('Some rows are refused, but not all')
});
export type TableReport = z.infer<typeof tableReportSchema>;

export const importReportSchema = z.strictObject({
  format: z.string(),
  applied: z.boolean(),
  counts: z.strictObject({
    create: z.int(),
    update: z.int(),
    skip: z.int(),
    refuse: z.int(),
    calibrations: z.int().describe('New calibrations'),
    findings: z.int()
  }),
  rows: z.array(importRowSchema).describe('Rows with errors come first'),
  omitted: z.int().describe('Number of rows beyond the first 10,000, which are not listed'),
  table: tableReportSchema.nullable().describe('Null for archives')
});
export type ImportReport = z.infer<typeof importReportSchema>;
