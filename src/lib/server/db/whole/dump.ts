import { sql } from 'slonik';
import { z } from 'zod';
import { certificateFiles } from '../certificate-files.ts';
import type { Tx } from '../transaction.ts';
import { namesOf, type WholeTable } from './tables.ts';

const count = z.object({ n: z.coerce.number() });

export const countRows = (tx: Tx, { name }: WholeTable): Promise<number> =>
  tx.oneFirst(sql.type(count)`SELECT count(*) AS n FROM ${sql.identifier([name])}`);

const line = z.object({ line: z.string() });

/** All rows of a table in the order of their keys, each as one line of JSON: the same rows are the same lines. */
export async function* rowsOf(tx: Tx, { name, columns, key }: WholeTable): AsyncGenerator<readonly string[]> {
  const keys = key.length > 0 ? key : columns;
  const order = sql.join(
    keys.map((column) => sql.fragment`${sql.identifier([column])}::text COLLATE "C"`),
    sql.fragment`, `
  );
  await tx.query(sql.unsafe`
    DECLARE whole NO SCROLL CURSOR FOR
    SELECT row_to_json(r)::text AS line
    FROM (SELECT ${namesOf(columns)} FROM ${sql.identifier([name])} ORDER BY ${order}) r`);
  for (;;) {
    // Few at once: one calibration may have a result of a few hundred kilobytes.
    const rows = await tx.any(sql.type(line)`FETCH 200 FROM whole`);
    if (rows.length === 0) break;
    yield rows.map((row) => row.line);
  }
  await tx.query(sql.unsafe`CLOSE whole`);
}

export const objectSchema = z.object({
  kind: z.enum(['certificate', 'revision', 'file', 'attachment']),
  id: z.string(),
  key: z.string().nullable(),
  sha256: z.string(),
  bytes: z.number(),
  media_type: z.string()
});
export type ReferencedObject = z.infer<typeof objectSchema>;

const referenced = (schema: string) => sql.fragment`
    SELECT kind, calibration_id AS id, number, object_key AS key, sha256, bytes, 'application/pdf' AS media_type, is_kept, is_needed
    FROM (${certificateFiles(schema)}) c
    UNION ALL SELECT 'file', id, 0, NULL, sha256, size, content_type, true, true FROM ${sql.identifier([schema, 'files'])}
    UNION ALL SELECT 'attachment', id, 0, NULL, sha256, bytes, media_type, true, true FROM ${sql.identifier([schema, 'attachments'])}`;

const sizes = z.object({
  records: z.coerce.number(),
  table_bytes: z.coerce.number(),
  files: z.coerce.number(),
  file_bytes: z.coerce.number()
});
export type WholeSizes = z.infer<typeof sizes>;

/** How much there is: rows as PostgreSQL last counted them, which takes no time however many there are. */
export const findSizes = (tx: Tx, tables: readonly WholeTable[]): Promise<WholeSizes> =>
  tx.one(sql.type(sizes)`
    SELECT t.*, f.*
    FROM (SELECT coalesce(sum(greatest(reltuples, pg_stat_get_live_tuples(oid), 0)), 0)::bigint AS records,
                 coalesce(sum(pg_table_size(oid)), 0) AS table_bytes
          FROM pg_class WHERE relnamespace = 'public'::regnamespace
            AND relname = ANY (${sql.array(
              tables.map(({ name }) => name),
              'text'
            )})) t,
         (SELECT count(*) AS files, coalesce(sum(bytes), 0) AS file_bytes FROM (${referenced('public')}) r WHERE is_kept) f`);

const keptSchema = objectSchema.extend({
  /** Others are inside a later file, and removed once that one was seen to be intact. */
  is_kept: z.boolean(),
  /** Whether something is missing without it; others come along where they are. */
  is_needed: z.boolean()
});
export type KeptObject = z.infer<typeof keptSchema>;

/**
 * What the rows reference in the object store: of each certificate what is kept first, then the newest first. Only certificates say by which key.
 * @param schema `public`, or where rows wait
 */
export const findReferencedObjects = (tx: Tx, schema = 'public'): Promise<readonly KeptObject[]> =>
  tx.any(sql.type(keptSchema)`
    SELECT kind, id, key, sha256, bytes, media_type, is_kept, is_needed FROM (${referenced(schema)}) r
    ORDER BY kind, id, is_kept DESC, number DESC`);

/** Of these keys of the object store, those that any row references. Where pictures and attachments are: `keyOfReferenced`. */
export const findReferencedKeys = async (tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(z.object({ key: z.string() }))`
      SELECT DISTINCT k.key FROM unnest(${sql.array([...keys], 'text')}) AS k (key)
      JOIN (${referenced('public')}) r
        ON k.key = coalesce(r.key, CASE r.kind WHEN 'file' THEN 'files/' ELSE 'attachments/' END || r.id)`)
  );
