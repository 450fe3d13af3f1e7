import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/**
 * Every file that an issued certificate ever had. The one place that says which of them still count:
 * - `is_kept`: the original, and all but those that are whole inside a later one. What was lost when a file was issued again stays recorded:
 *   the store may only have been away. A later file may be lost too, which the rows cannot know: an earlier one is removed only once a
 *   later one was seen to be intact.
 * - `is_needed`: without it something is lost. Where it was issued again, what was before was lost then, and is not lost anew each day.
 * @param schema `public`, or where rows wait
 */
export const certificateFiles = (schema: string): FragmentSqlToken => {
  const revisions = sql.identifier([schema, 'certificate_revisions']);
  return sql.fragment`
    SELECT 'certificate' AS kind, c.calibration_id, 0 AS number, c.object_key, c.sha256, coalesce(c.bytes, 0) AS bytes, true AS is_kept,
           NOT EXISTS (SELECT FROM ${revisions} n WHERE n.calibration_id = c.calibration_id AND n.continues_sha256 IS NULL) AS is_needed
    FROM ${sql.identifier([schema, 'certificates'])} c WHERE c.object_key IS NOT NULL AND c.sha256 IS NOT NULL
    UNION ALL
    SELECT 'revision', r.calibration_id, r.number, r.object_key, r.sha256, r.bytes,
           NOT EXISTS (SELECT FROM ${revisions} n WHERE n.calibration_id = r.calibration_id AND n.continues_sha256 = r.sha256),
           NOT EXISTS (SELECT FROM ${revisions} n WHERE n.calibration_id = r.calibration_id AND n.number > r.number)
    FROM ${revisions} r`;
};

const superseded = z.object({
  key: z.string(),
  /** The files that have it inside, the newest first; null: no issued certificate ever had it. */
  within: z.array(z.object({ object_key: z.string(), sha256: z.string(), bytes: z.number() })).nullable()
});
export type SupersededFile = z.infer<typeof superseded>;

/** Of these keys of stored files, those that an issued certificate has no use for, as long as its later files are there. */
export const findSuperseded = (tx: Tx, keys: readonly string[]): Promise<readonly SupersededFile[]> =>
  tx.any(sql.type(superseded)`
    SELECT k.key, (
      SELECT coalesce(within.files, '[]') FROM certificate_revisions r
      CROSS JOIN LATERAL (
        WITH RECURSIVE later AS (
          SELECT n.* FROM certificate_revisions n WHERE n.calibration_id = r.calibration_id AND n.continues_sha256 = r.sha256
          UNION
          SELECT n.* FROM later JOIN certificate_revisions n ON n.calibration_id = later.calibration_id AND n.continues_sha256 = later.sha256
        )
        SELECT json_agg(json_build_object('object_key', object_key, 'sha256', sha256, 'bytes', bytes) ORDER BY number DESC) AS files FROM later
      ) within
      WHERE r.calibration_id = c.calibration_id AND r.object_key = k.key ORDER BY r.number LIMIT 1
    ) AS within
    FROM unnest(${sql.array([...keys], 'text')}) AS k (key)
    JOIN certificates c ON c.calibration_id::text = split_part(k.key, '/', 2)
    WHERE c.state = 'issued' AND c.object_key IS NOT NULL
      AND NOT EXISTS (SELECT FROM (${certificateFiles('public')}) f
        WHERE f.calibration_id = c.calibration_id AND f.object_key = k.key AND f.is_kept)`);
