import { sql } from 'slonik';
import { z } from 'zod';
import {
  longOperationSchema,
  type LongOperation,
  type OperationKind,
  type Progress
} from '#lib/contracts/long-work.ts';
import type { Tx } from './transaction.ts';

const listed = longOperationSchema
  .omit({ download_url: true })
  .extend({ has_file: z.boolean(), organization_id: z.string().nullable() });
export type StoredOperation = z.infer<typeof listed>;
const COLUMNS = sql.fragment`id, kind, state, progress, created_at, started_at, finished_at, result, error,
  object_key IS NOT NULL AS has_file, request ->> 'organizationId' AS organization_id`;

/** The maximum number shown. */
const MOST_LISTED = 100;

/** Those that the caller may see: their own. */
export const findOperations = (tx: Tx): Promise<readonly StoredOperation[]> =>
  tx.any(sql.type(listed)`SELECT ${COLUMNS} FROM operations ORDER BY created_at DESC, id DESC LIMIT ${MOST_LISTED}`);

export const findOperation = (tx: Tx, id: string): Promise<StoredOperation | null> =>
  tx.maybeOne(sql.type(listed)`SELECT ${COLUMNS} FROM operations WHERE id = ${id}`);

export const countUnfinished = (tx: Tx, userId: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ n: z.coerce.number() }))`
    SELECT count(*) AS n FROM operations WHERE user_id = ${userId} AND finished_at IS NULL`);

/** @returns false if one of the whole installation is under way already, and this is another */
export async function insertOperation(
  tx: Tx,
  operation: { readonly id: string; readonly userId: string; readonly kind: OperationKind; readonly request: object }
): Promise<boolean> {
  const { id, userId, kind, request } = operation;
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO operations (id, user_id, kind, request) VALUES (${id}, ${userId}, ${kind}, ${JSON.stringify(request)}::jsonb)
    ON CONFLICT ((true)) WHERE finished_at IS NULL AND (kind LIKE 'database\\_%' OR kind LIKE 'demonstration\\_%') DO NOTHING`);
  return rowCount === 1;
}

const begun = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: longOperationSchema.shape.kind,
  request: z.unknown(),
  attempts: z.number()
});
export type BegunOperation = z.infer<typeof begun>;

/** Starts it, or restarts it if its process died. @returns null if it was cancelled or has finished */
export const beginOperation = (tx: Tx, id: string): Promise<BegunOperation | null> =>
  tx.maybeOne(sql.type(begun)`
    UPDATE operations SET state = 'running', attempts = attempts + 1, progress = NULL,
                          started_at = coalesce(started_at, clock_timestamp())
    WHERE id = ${id} AND finished_at IS NULL
    RETURNING id, user_id, kind, request, attempts`);

/** @returns false if it was cancelled meanwhile */
export async function noteProgress(tx: Tx, id: string, progress: Progress): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE operations SET progress = ${JSON.stringify(progress)}::jsonb WHERE id = ${id} AND state = 'running'`);
  return rowCount === 1;
}

/** The member of a request that is a secret, sealed: it goes when the work has ended. */
const SEALED = 'sealed';

/** Its outcome. */
export type Outcome = {
  readonly state: 'done' | 'failed';
  readonly result?: object | null;
  readonly error?: LongOperation['error'];
  readonly file?: { readonly key: string; readonly name: string };
};

/**
 * Ends it; in the transaction that does the work, so that it is cancelled before its commit or not at all. @returns
 * false if it was cancelled
 */
export async function finishOperation(tx: Tx, id: string, { state, result, error, file }: Outcome): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE operations SET state = ${state}, finished_at = clock_timestamp(), result = ${orNull(result)}::jsonb,
                          error = ${orNull(error)}::jsonb, object_key = ${file?.key ?? null}, file_name = ${file?.name ?? null},
                          request = request - ${SEALED}
    WHERE id = ${id} AND state = 'running'`);
  return rowCount === 1;
}
const orNull = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);

/** @returns false if it has finished */
export async function cancelUnfinished(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE operations SET state = 'cancelled', finished_at = clock_timestamp(), request = request - ${SEALED}
    WHERE id = ${id} AND finished_at IS NULL`);
  return rowCount === 1;
}

export async function deleteOperation(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM operations WHERE id = ${id}`);
}

/** Removes those that finished or were abandoned before an instant. */
export async function deleteOperationsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query(sql.unsafe`
    DELETE FROM operations WHERE coalesce(finished_at, created_at) < ${before.toISOString()}::timestamptz`);
}

/** Allows one download of the file until an instant. */
export async function allowDownload(tx: Tx, id: string, tokenSha256: string, until: Date): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE operations SET download_sha256 = ${tokenSha256}, download_until = ${until.toISOString()}::timestamptz
    WHERE id = ${id}`);
}

const allowed = z.object({ object_key: z.string(), file_name: z.string() });

/** Uses up the token. @returns null if it is unknown or no longer valid */
export const takeDownload = (
  tx: Tx,
  id: string,
  tokenSha256: string,
  now: Date
): Promise<z.infer<typeof allowed> | null> =>
  tx.maybeOne(sql.type(allowed)`
    UPDATE operations SET download_sha256 = NULL, download_until = NULL
    WHERE id = ${id} AND download_sha256 = ${tokenSha256} AND download_until > ${now.toISOString()}::timestamptz
      AND object_key IS NOT NULL
    RETURNING object_key, file_name`);
