/** What became of each mail: never what it says. */
import { sql } from 'slonik';
import { z } from 'zod';
import { loggedMailSchema, type LoggedMail, type MailState } from '#lib/contracts/system.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

export type MailOutcome = Pick<LoggedMail, 'kind' | 'to' | 'state' | 'reason' | 'reply_code' | 'job_id'>;

/** One row for each job, however often it is tried. */
export async function logMail(tx: Tx, { kind, to, state, reason, reply_code, job_id }: MailOutcome): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO mail_log (kind, recipient, state, reason, reply_code, job_id, attempts)
    VALUES (${kind}, ${to}, ${state}, ${reason}, ${reply_code}, ${job_id}::bigint, 1)
    ON CONFLICT (job_id) DO UPDATE SET state = excluded.state, reason = excluded.reason, reply_code = excluded.reply_code,
      recipient = excluded.recipient, kind = excluded.kind, attempts = mail_log.attempts + 1, updated_at = clock_timestamp()`);
}

/** A mail whose job is gone will not be sent again, whatever was planned. The queue is empty for all but administrators. */
const logged = sql.fragment`(
  SELECT m.id, m.kind, m.recipient AS "to", m.reason, m.reply_code, m.attempts, m.created_at, m.updated_at, j.id AS job_id,
         CASE WHEN m.state = 'retrying' AND (j.id IS NULL OR j.state = 'failed') THEN 'failed' ELSE m.state END AS state
  FROM mail_log m LEFT JOIN shown_jobs() j ON j.id = m.job_id::text
) AS logged`;
const columns = sql.fragment`id, kind, "to", state, reason, reply_code, attempts, job_id, created_at, updated_at`;

export type MailFilter = {
  readonly state?: MailState | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** The last attempt first. */
export const pageOfMails = (tx: Tx, { state, q, limit, cursor }: MailFilter): Promise<Page<LoggedMail>> =>
  readPage(tx, {
    row: loggedMailSchema,
    columns,
    from: logged,
    where: [
      ...(state === undefined ? [] : [sql.fragment`state = ${state}`]),
      ...(q === undefined || q === '' ? [] : [sql.fragment`position(lower(${q}) IN lower("to")) > 0`])
    ],
    id: sql.fragment`id`,
    sortKeys: { updated_at: { expression: sql.fragment`updated_at`, type: 'timestamptz' } },
    sort: '-updated_at',
    limit,
    cursor
  });

const summary = z.object({
  waiting: z.int(),
  last_sent_at: loggedMailSchema.shape.created_at.nullable(),
  last_failure: loggedMailSchema.nullable()
});

export const summarizeMails = (tx: Tx): Promise<z.infer<typeof summary>> =>
  tx.one(sql.type(summary)`
    SELECT (SELECT count(*) FROM shown_jobs() j WHERE j.name LIKE 'mail\\_%' AND j.state = 'waiting') AS waiting,
           (SELECT max(updated_at) FROM mail_log WHERE state = 'sent') AS last_sent_at,
           (SELECT to_json(f) FROM (SELECT ${columns} FROM ${logged} WHERE state <> 'sent' ORDER BY updated_at DESC LIMIT 1) f) AS last_failure`);

export const removeMailsBefore = (tx: Tx, time: string): Promise<unknown> =>
  tx.query(sql.unsafe`DELETE FROM mail_log WHERE updated_at < ${time}::timestamptz`);
