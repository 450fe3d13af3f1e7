/** The state of the installation, for those who operate it. */
import { z } from 'zod';
import { id, instant } from './primitives.ts';

const count = z.int().nonnegative();

export const MAIL_KINDS = [
  'verify_email',
  'reset_password',
  'confirm_email',
  'address_wanted',
  'address_changed',
  'test',
  'notice',
  'reminders',
  'certificate'
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export const MAIL_STATES = ['sent', 'retrying', 'failed'] as const;
export const MAIL_FAULTS = [
  'no_such_host',
  'unreachable',
  'too_slow',
  'encryption',
  'no_mail_server',
  'credentials',
  'refused'
] as const;
export const mailState = z.enum(MAIL_STATES);
export type MailState = z.infer<typeof mailState>;

export const loggedMailSchema = z.strictObject({
  id,
  kind: z.string().describe(MAIL_KINDS.join(', ')),
  to: z.string().describe('The address of an account; of a customer only its first letter and what follows the @'),
  state: mailState.describe('retrying: the mail server did not take it, and it will be sent again'),
  reason: z
    .string()
    .nullable()
    .describe(`Why it was not taken: ${MAIL_FAULTS.join(', ')}`),
  reply_code: z.int().nullable().describe('Of the mail server (RFC 5321)'),
  attempts: count,
  job_id: z.string().nullable().describe('The job that sends it, as long as it is in the queue'),
  created_at: instant,
  updated_at: instant.describe('Of the last attempt')
});
export type LoggedMail = z.infer<typeof loggedMailSchema>;

export const PROCESS_STATES = ['alive', 'draining', 'lost'] as const;
export const processSchema = z.strictObject({
  id,
  kind: z.enum(['all', 'web', 'worker']),
  name: z.string().describe('Machine and process id'),
  version: z.string(),
  memory_bytes: count,
  clock_ahead_ms: z.int().describe('Its clock minus that of the database'),
  state: z.enum(PROCESS_STATES).describe('lost: it has not been heard of for a minute, and did not say that it ends'),
  started_at: instant,
  seen_at: instant
});
export type ProcessRow = z.infer<typeof processSchema>;

export const STORED_KINDS = ['attachments', 'pictures', 'certificates', 'certificate_revisions'] as const;
export const storedKindSchema = z.strictObject({ kind: z.enum(STORED_KINDS), files: count, bytes: count });

export const SYSTEM_PROBLEMS = [
  'storage_failing',
  'no_worker',
  'process_lost',
  'versions_differ',
  'clock_wrong',
  'jobs_failed',
  'queue_late',
  'mail_unreadable',
  'mail_failing'
] as const;
export type SystemProblem = (typeof SYSTEM_PROBLEMS)[number];

export const systemSchema = z.strictObject({
  version: z.string(),
  started_at: instant.describe('When the process that answers started'),
  problems: z.array(z.enum(SYSTEM_PROBLEMS)),
  migrations: z.strictObject({ last: z.string(), applied: count }),
  database: z.strictObject({ version: z.string(), bytes: count, latency_ms: z.number().nonnegative() }),
  storage: z.strictObject({
    kind: z.enum(['folder', 's3']),
    works: z.boolean(),
    latency_ms: z.number().nonnegative().nullable(),
    use: z.array(storedKindSchema).describe('By the records that name the files')
  }),
  mail: z.strictObject({
    state: z.enum(['on', 'off', 'password_unreadable']),
    waiting: count.describe('Mails that no attempt has been made to send yet'),
    last_sent_at: instant.nullable(),
    last_failure: loggedMailSchema.nullable()
  }),
  queue: z.strictObject({
    failed: count,
    retrying: count,
    running: count,
    waiting: count,
    oldest_seconds: z.number().nonnegative().nullable().describe('For how long the longest waiting job could have run')
  }),
  tex: z.string().nullable().describe('The installed TeX, beside the embedded engine'),
  time_stamps: z.string().nullable().describe('Address of the time-stamping authority'),
  clock_ahead_ms: z.int().describe('The clock of the process that answers minus that of the database'),
  processes: z.array(processSchema)
});
export type System = z.infer<typeof systemSchema>;
