/**
 * Reading an asset's record: its row, the names it refers to, its channels, and the status derived from its
 * calibrations.
 */
import { sql, type FragmentSqlToken } from 'slonik';
import { ASSET } from '#lib/records/asset.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { columnOf } from './column.ts';
import { asJson, derivedColumns, documentColumns } from './described.ts';
import { tasksOfAsset } from './tasks.ts';

/**
 * What the status of an asset depends on besides its calibrations (same rule as laboratory/calibration-status.ts).
 * `leadDays` is the default if no admin has set a number.
 */
export type StatusBasis = { readonly today: string; readonly leadDays: number };

const verdict = sql.fragment`json_build_object(
  'calibration_id', c.id, 'conforms', c.conforms, 'as_found', c.profile -> 'as_found', 'as_left', c.profile -> 'as_left')`;

/**
 * Of `c`: the last valid calibration of a channel in use, or of the asset as a whole if no such channel was calibrated
 * since. It is found by the index of each instrument, which is fast; a join would read all calibrations.
 */
const counts = sql.fragment`c.voided_at IS NULL
  AND NOT EXISTS (
    SELECT FROM calibrations later
    WHERE later.asset_id = c.asset_id AND coalesce(later.channel_id, nobody()) = coalesce(c.channel_id, nobody())
      AND later.voided_at IS NULL AND (later.calibration_date, later.version) > (c.calibration_date, c.version))
  AND (c.channel_id IS NULL OR EXISTS (SELECT FROM channels ch WHERE ch.id = c.channel_id AND ch.archived_at IS NULL))
  AND (c.channel_id IS NOT NULL OR NOT EXISTS (
    SELECT FROM channels ch WHERE ch.asset_id = c.asset_id AND ch.archived_at IS NULL AND EXISTS (
      SELECT FROM calibrations later
      WHERE later.asset_id = c.asset_id AND coalesce(later.channel_id, nobody()) = ch.id
        AND later.voided_at IS NULL AND later.calibration_date >= c.calibration_date)))`;

/** Of an asset `a`, for few at a time (same rule as laboratory/calibration-status.ts). */
const lastVerdict = sql.fragment`
  SELECT ${verdict} FROM calibrations c WHERE c.asset_id = a.id AND ${counts}
  ORDER BY (c.conforms IS FALSE) DESC, c.calibration_date DESC, c.version DESC, c.id LIMIT 1`;

/**
 * Whether an asset's last verdict does not conform, for any number of assets: by the few calibrations that do not,
 * found once.
 */
export const hasFailed = sql.fragment`a.id = ANY (ARRAY(
  SELECT c.asset_id FROM calibrations c WHERE c.conforms IS FALSE AND ${counts}))`;

/** Of an asset `a`, as in records and on devices. */
export const outOfService = sql.fragment`CASE WHEN a.out_of_service_since IS NOT NULL THEN json_build_object(
  'since', instant_text(a.out_of_service_since), 'reason', a.out_of_service_reason, 'until', a.out_of_service_until) END`;

/** The channels of an asset `a`: those in use in their order, then the archived ones. */
const channels = sql.fragment`
  (SELECT coalesce(json_agg(json_build_object(${asJson(CHANNEL, 'c')})
          ORDER BY c.archived_at IS NOT NULL, c.position, c.id), '[]')
   FROM channels c WHERE c.asset_id = a.id)`;
type Picture = (user: 'u' | 'r') => FragmentSqlToken;
const person = (user: 'u' | 'r', picture: Picture) => {
  const of = (name: string) => columnOf(user, name);
  return sql.fragment`CASE WHEN ${of('id')} IS NOT NULL THEN json_build_object('id', ${of('id')},
    'full_name', ${of('full_name')}, 'role', ${of('role')}, 'profile_picture_url', ${picture(user)}) END`;
};
const retired = (picture: Picture) => sql.fragment`CASE WHEN a.retired_at IS NOT NULL THEN json_build_object(
  'at', instant_text(a.retired_at), 'by', ${person('r', picture)}, 'reason', a.retired_reason) END`;
const joined = (picture: Picture) => ({
  out_of_service: outOfService,
  retired: retired(picture),
  channels,
  tasks: tasksOfAsset,
  created_by: person('u', picture)
});

/** `a`, with `u`, who created it, and `r`, who retired it. */
export const assetPeople = sql.fragment`assets a
  LEFT JOIN users u ON u.id = a.created_by
  LEFT JOIN users r ON r.id = a.retired_by`;
/** From these: the record for devices, without the address of a picture, which expires. */
export const assetDocument = documentColumns(
  ASSET,
  'a',
  joined(() => sql.fragment`NULL`)
);
const answered = documentColumns(
  ASSET,
  'a',
  joined((user) => sql.fragment`file_path(${columnOf(user, 'profile_picture_id')})`)
);

export const assetColumns = (basis: StatusBasis): FragmentSqlToken =>
  sql.fragment`${answered}, ${derivedColumns(ASSET, {
    organization_name: sql.fragment`o.name`,
    location_name: sql.fragment`l.name`,
    calibration_status: calibrationStatus(basis),
    overdue_channels: sql.fragment`dates.overdue_channels`,
    due_date: sql.fragment`dates.due_date`,
    last_calibrated_at: sql.fragment`dates.last_calibrated_at`,
    last_verdict: sql.fragment`(${lastVerdict})`,
    photo_url: sql.fragment`file_path(a.photo_file_id)`
  })}`;

/** `a` (asset), `o`, `l`, `u`, `r`, and its lateral `dates`: for few assets at a time. */
export const assetSource = ({ today }: StatusBasis): FragmentSqlToken => sql.fragment`
  ${assetPeople}
  JOIN organizations o ON o.id = a.organization_id
  LEFT JOIN locations l ON l.id = a.location_id
  CROSS JOIN LATERAL (
    SELECT max(per.due_date) AS due_date, max(per.last_calibrated_at) AS last_calibrated_at,
           coalesce(json_agg(ch.id ORDER BY ch.position, ch.id) FILTER (
             WHERE ch.archived_at IS NULL AND ch.id IS NOT NULL AND per.due_date < ${today}::date), '[]')
             AS overdue_channels
    FROM (SELECT c.channel_id, max(c.due_date) AS due_date, max(c.calibration_date) AS last_calibrated_at
          FROM calibrations c WHERE c.asset_id = a.id AND c.voided_at IS NULL GROUP BY c.channel_id) per
    LEFT JOIN channels ch ON ch.id = per.channel_id
  ) dates`;

/** `a` and `dates`, for choosing among many; Postgres omits an unused join. */
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
       WHEN dates.due_date <= ${today}::date + (SELECT coalesce(reminder_lead_days(), ${leadDays}::int)) THEN 'due_soon'
       ELSE 'calibrated' END`;
