/** Work that takes longer than a request: it is asked for, watched, cancelled, and its result is kept for a week. */
import { z } from 'zod';
import { id, instant } from './primitives.ts';

export const OPERATION_KINDS = [
  'assets_export',
  'assets_import',
  'certificates_export',
  'database_export',
  'database_import',
  'database_reset',
  'demonstration_fill',
  'demonstration_remove'
] as const;
export const OPERATION_STATES = ['queued', 'running', 'waiting', 'done', 'failed', 'cancelled'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export const progressSchema = z.strictObject({
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
  unit: z.enum(['assets', 'bytes', 'certificates', 'records'])
});
export type Progress = z.infer<typeof progressSchema>;

export const longOperationSchema = z.strictObject({
  id,
  kind: z.enum(OPERATION_KINDS),
  state: z.enum(OPERATION_STATES),
  progress: progressSchema.nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Result; its shape depends on the kind. Kept for seven days'),
  error: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
  download_url: z
    .string()
    .nullable()
    .describe(
      'Downloads the file once, within 60 seconds, without a token. Always null in lists: request the operation itself'
    )
});
export type LongOperation = z.infer<typeof longOperationSchema>;

/** What a request for long work answers at once; `Location` says the same. */
export const acceptedSchema = z.strictObject({ job_id: id });
