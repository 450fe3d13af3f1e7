/** Moving assets out and in: what is asked, and the report that every import gives, whatever its format. */
import { z } from 'zod';
import { id, queryFlag } from './primitives.ts';

export const exportQuery = z.strictObject({
  organization_id: id,
  refs: z
    .string()
    .max(12_000)
    .transform((refs) => refs.split(','))
    .pipe(z.array(z.string().min(1).max(64)).min(1).max(1000))
    .optional()
    .describe('UUIDs or identifiers, separated by commas; left out, all assets of the organization')
});

export const IMPORT_FORMATS = ['auto', 'plumbline', 'open-gauge'] as const;
export const ON_EXISTING = ['refuse', 'skip', 'update'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

export const importQuery = z.strictObject({
  organization_id: id.describe('Where the assets are to be'),
  dry_run: queryFlag.default(false).describe('true: read everything, write nothing, report'),
  on_existing: z
    .enum(ON_EXISTING)
    .default('refuse')
    .describe('What to do about an asset whose identifier is there; update changes its fields and adds to its history'),
  format: z.enum(IMPORT_FORMATS).default('auto')
});

export type ImportQuery = z.output<typeof importQuery>;
/** An archive that unpacks to 4 GiB is hardly larger packed. */
export const LARGEST_IMPORT = 4 * 1024 ** 3;

export const FINDING_LEVELS = ['error', 'warning', 'info'] as const;
export const findingSchema = z.strictObject({
  level: z.enum(FINDING_LEVELS).describe('error: it is refused; warning: it is done otherwise than it was; info'),
  code: z.string(),
  loc: z.array(z.string()).describe('Where in the record or row'),
  message: z.string()
});
export type Finding = z.infer<typeof findingSchema>;

export const IMPORT_ACTIONS = ['create', 'update', 'skip', 'refuse'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];
export const importRowSchema = z.strictObject({
  path: z.string().describe('The entry of the archive, or the row of the table'),
  asset_id: z.string().nullable(),
  action: z.enum(IMPORT_ACTIONS),
  findings: z.array(findingSchema)
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importReportSchema = z.strictObject({
  format: z.string(),
  applied: z.boolean(),
  counts: z.strictObject({
    create: z.int(),
    update: z.int(),
    skip: z.int(),
    refuse: z.int(),
    calibrations: z.int().describe('Those that are new'),
    findings: z.int()
  }),
  rows: z.array(importRowSchema).describe('Those with errors first'),
  omitted: z.int().describe('Rows without a place in the list, which holds 10,000')
});
export type ImportReport = z.infer<typeof importReportSchema>;
