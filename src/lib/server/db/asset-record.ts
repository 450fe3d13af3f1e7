/** How an asset's record is read: its row, the names it refers to, its channels, and the status its calibrations give it. */
import { sql, type FragmentSqlToken } from 'slonik';

/** What the status of an asset depends on besides its calibrations (laboratory/calibration-status.ts is the same rule). */
export type StatusBasis = { readonly today: string; readonly leadDays: number };

export const assetColumns = (basis: StatusBasis): FragmentSqlToken => sql.fragment`
  a.id, a.asset_id, a.name, a.description, a.organization_id, o.name AS organization_name, a.manufacturer, a.model,
  a.serial_number, a.category, a.is_reference, a.status, a.location_id, l.name AS location_name, a.procedure_id,
  a.calibration_interval_days, a.quantity, a.unit, a.measured_unit, a.range_min, a.range_max, a.resolution, a.tolerance,
  a.correction_applied, a.cmc, a.photo_file_id, a.tags, a.created_at, a.updated_at,
  (SELECT coalesce(json_agg(json_build_object(
            'id', c.id, 'name', c.name, 'quantity', c.quantity, 'unit', c.unit, 'measured_unit', c.measured_unit,
            'range_min', c.range_min, 'range_max', c.range_max, 'resolution', c.resolution, 'tolerance', c.tolerance,
            'correction_applied', c.correction_applied, 'cmc', c.cmc,
            'archived_at', to_char(c.archived_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
          ORDER BY c.archived_at IS NOT NULL, c.position, c.id), '[]')
   FROM channels c WHERE c.asset_id = a.id) AS channels,
  CASE WHEN u.id IS NOT NULL THEN json_build_object(
    'id', u.id, 'full_name', u.full_name, 'role', u.role,
    'profile_picture_url', file_path(u.profile_picture_id)) END AS created_by,
  ${calibrationStatus(basis)} AS calibration_status, dates.overdue_channels, dates.due_date, dates.last_calibrated_at`;

/** `a` (asset), `o`, `l`, `u`, and its lateral `dates`: for few assets at a time. */
export const assetSource = ({ today }: StatusBasis): FragmentSqlToken => sql.fragment`
  assets a
  JOIN organizations o ON o.id = a.organization_id
  LEFT JOIN locations l ON l.id = a.location_id
  LEFT JOIN users u ON u.id = a.created_by
  CROSS JOIN LATERAL (
    SELECT max(per.due_date) AS due_date, max(per.last_calibrated_at) AS last_calibrated_at,
           coalesce(json_agg(ch.id ORDER BY ch.position, ch.id) FILTER (
             WHERE ch.archived_at IS NULL AND ch.id IS NOT NULL AND per.due_date < ${today}::date), '[]')
             AS overdue_channels
    FROM (SELECT c.channel_id, max(c.due_date) AS due_date, max(c.calibration_date) AS last_calibrated_at
          FROM calibrations c WHERE c.asset_id = a.id AND c.voided_at IS NULL GROUP BY c.channel_id) per
    LEFT JOIN channels ch ON ch.id = per.channel_id
  ) dates`;

/** `a` and `dates` alone, for choosing among many; Postgres leaves the join out where nothing asks for dates. */
export const assetKeySource = sql.fragment`
  assets a
  LEFT JOIN (
    SELECT c.asset_id, max(c.due_date) AS due_date, max(c.calibration_date) AS last_calibrated_at
    FROM calibrations c WHERE c.voided_at IS NULL GROUP BY c.asset_id
  ) dates ON dates.asset_id = a.id`;

/** Of an asset with its `dates`. */
export const calibrationStatus = ({ today, leadDays }: StatusBasis): FragmentSqlToken => sql.fragment`
  CASE WHEN dates.last_calibrated_at IS NULL THEN 'never'
       WHEN dates.due_date IS NULL THEN 'calibrated'
       WHEN dates.due_date < ${today}::date THEN 'overdue'
       WHEN dates.due_date <= ${today}::date + ${leadDays}::int THEN 'due_soon'
       ELSE 'calibrated' END`;
