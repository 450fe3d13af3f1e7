import { sql, type FragmentSqlToken } from 'slonik';

/**
 * Every file that an issued certificate ever had. The one place that says which of them still count:
 * - `is_kept`: the original, and all but those that are whole inside a later one. What was lost when a file was issued again stays recorded, for
 *   the store may only have been away.
 * - `is_needed`: without it something is lost. Where it was issued again, what was before was lost then, and is not lost anew each day.
 * @param schema `public`, or where rows wait
 */
export const certificateFiles = (schema: string): FragmentSqlToken => {
  const revisions = sql.identifier([schema, 'certificate_revisions']);
  return sql.fragment`
    SELECT 'certificate' AS kind, c.calibration_id, c.object_key, c.sha256, coalesce(c.bytes, 0) AS bytes, true AS is_kept,
           NOT EXISTS (SELECT FROM ${revisions} n WHERE n.calibration_id = c.calibration_id AND n.continues_sha256 IS NULL) AS is_needed
    FROM ${sql.identifier([schema, 'certificates'])} c WHERE c.object_key IS NOT NULL AND c.sha256 IS NOT NULL
    UNION ALL
    SELECT 'revision', r.calibration_id, r.object_key, r.sha256, r.bytes,
           NOT EXISTS (SELECT FROM ${revisions} n WHERE n.calibration_id = r.calibration_id AND n.continues_sha256 = r.sha256),
           NOT EXISTS (SELECT FROM ${revisions} n WHERE n.calibration_id = r.calibration_id AND n.number > r.number)
    FROM ${revisions} r`;
};
