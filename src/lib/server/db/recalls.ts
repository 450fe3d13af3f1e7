/** Recalls without their lines, which are in recall-lines.ts. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { calibrationHeaderSchema, type CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { calendarDate, id } from '#lib/contracts/primitives.ts';
import { recallSchema, type Recall } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import type { RecallCause } from '#lib/records/recall.ts';
import { mayRead } from './may-read.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const named = (column: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  SELECT json_build_object('id', n.id, 'version', n.version, 'calibration_date', n.calibration_date)
  FROM calibrations n WHERE n.id = ${column})`;
const columns = sql.fragment`r.id, r.organization_id, r.cause, r.reason, r.suspected_error, r.state, r.done, r.total, r.started_at, r.finished_at,
  json_build_object('id', c.id, 'version', c.version, 'calibration_date', c.calibration_date, 'channel_id', c.channel_id, 'unit', c.unit,
    'voided', c.voided_at IS NOT NULL,
    'asset', json_build_object('id', c.asset_id, 'asset_id', c.asset_label, 'name', c.asset_name)) AS calibration,
  ${named(sql.fragment`r.before_calibration_id`)} AS before, ${named(sql.fragment`r.after_calibration_id`)} AS after,
  json_build_object('id', r.started_by, 'full_name', r.started_by_name, 'role', r.started_by_role, 'profile_picture_url', NULL) AS started_by,
  (SELECT json_build_object(
     'flipped', count(*) FILTER (WHERE l.class = 'flipped'), 'weakened', count(*) FILTER (WHERE l.class = 'weakened'),
     'undetermined', count(*) FILTER (WHERE l.class = 'undetermined'), 'unchanged', count(*) FILTER (WHERE l.class = 'unchanged'),
     'open', count(*) FILTER (WHERE l.disposition IS NULL), 'hidden', greatest(0, r.done - count(*)))
   FROM recall_lines l WHERE l.recall_id = r.id AND l.round = r.round AND ${mayRead(sql.fragment`l.organization_id`)}) AS counts`;
const source = sql.fragment`recalls r JOIN calibrations c ON c.id = r.calibration_id`;
const visible = mayRead(sql.fragment`r.organization_id`);

export const findRecall = (tx: Tx, recallId: string): Promise<Recall | null> =>
  tx.maybeOne(sql.type(recallSchema)`SELECT ${columns} FROM ${source} WHERE r.id = ${recallId} AND ${visible}`);

export const findRecallOf = (tx: Tx, calibrationId: string): Promise<Recall | null> =>
  tx.maybeOne(
    sql.type(recallSchema)`SELECT ${columns} FROM ${source} WHERE r.calibration_id = ${calibrationId} AND ${visible}`
  );

/** @throws Refusal `invalid_cursor` */
export const pageOfRecalls = (
  tx: Tx,
  filter: { readonly organizationId: string | undefined; readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<Recall>> =>
  readPage(tx, {
    row: recallSchema,
    columns,
    from: source,
    where: [
      visible,
      ...(filter.organizationId === undefined ? [] : [sql.fragment`r.organization_id = ${filter.organizationId}`])
    ],
    id: sql.fragment`r.id`,
    sortKeys: { started_at: { expression: sql.fragment`r.started_at`, type: 'timestamptz' } },
    sort: '-started_at',
    limit: filter.limit,
    cursor: filter.cursor
  });

type Start = {
  readonly id: string;
  readonly calibration: CalibrationHeader;
  readonly cause: RecallCause;
  readonly reason: string | null;
  readonly suspectedError: number | null;
};

/** Starts or restarts a recall. @returns its id and the number of this start */
export const upsertRecall = (tx: Tx, actor: PersonActor, start: Start): Promise<{ id: string; round: number }> =>
  tx.one(sql.type(z.object({ id, round: z.int() }))`
    INSERT INTO recalls AS r (id, organization_id, calibration_id, asset_id, cause, reason, suspected_error, started_by, started_by_name,
                              started_by_role)
    VALUES (${start.id}, ${start.calibration.organization_id}, ${start.calibration.id}, ${start.calibration.asset.id}, ${start.cause},
            ${start.reason}, ${start.suspectedError}, ${actor.userId}, ${actor.fullName}, ${actor.role})
    ON CONFLICT (calibration_id) DO UPDATE SET
      cause = excluded.cause, reason = coalesce(excluded.reason, r.reason), suspected_error = excluded.suspected_error,
      state = 'running', round = r.round + 1, done = 0, total = NULL,
      started_at = clock_timestamp(), started_by = excluded.started_by, started_by_name = excluded.started_by_name,
      started_by_role = excluded.started_by_role, finished_at = NULL
    RETURNING r.id, r.round`);

/** The recall, if this start is still its last one. */
export const findRound = (tx: Tx, recallId: string, round: number) =>
  tx.maybeOne(sql.type(
    z.object({
      calibration_id: id,
      round: z.int(),
      cause: recallSchema.shape.cause,
      suspected_error: recallSchema.shape.suspected_error,
      started_by: id,
      started_by_name: z.string(),
      started_by_role: z.string()
    })
  )`
    SELECT calibration_id, round, cause, suspected_error, started_by, started_by_name, started_by_role FROM recalls
    WHERE id = ${recallId} AND round = ${round} FOR UPDATE`);

export async function noteFound(
  tx: Tx,
  recallId: string,
  found: { readonly before: string | null; readonly after: string | null; readonly total: number }
): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE recalls SET before_calibration_id = ${found.before}, after_calibration_id = ${found.after}, total = ${found.total}, done = 0,
                       state = 'running'
    WHERE id = ${recallId}`);
}

export async function noteDone(tx: Tx, recallId: string, done: number): Promise<void> {
  await tx.query(sql.unsafe`UPDATE recalls SET done = ${done} WHERE id = ${recallId}`);
}

export async function endRound(tx: Tx, recallId: string, round: number, state: 'ready' | 'failed'): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE recalls SET state = ${state}, finished_at = clock_timestamp() WHERE id = ${recallId} AND round = ${round}`);
}

const neighbour = calibrationHeaderSchema
  .pick({ id: true, version: true, profile: true, curve: true })
  .extend({ calibration_date: calendarDate });
export type Neighbour = z.infer<typeof neighbour>;
type Subject = Pick<CalibrationHeader, 'id' | 'asset' | 'channel_id' | 'calibration_date' | 'version'>;

/** Calibrations of the same instrument or channel that count, on one side of this one. */
const beside = (of: Subject, condition: FragmentSqlToken, order: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT c.id, c.version, c.profile, c.curve, c.calibration_date FROM calibrations c
  WHERE c.asset_id = ${of.asset.id} AND coalesce(c.channel_id, nobody()) = coalesce(${of.channel_id}::uuid, nobody())
    AND c.voided_at IS NULL AND ${condition}
  ORDER BY ${order} LIMIT 1`;

/**
 * The last good calibration before one: not voided, and not found out of tolerance, or left within it. One without a
 * verdict, such as an external one, counts as good.
 */
export const findLastGood = (tx: Tx, of: Subject): Promise<Neighbour | null> =>
  tx.maybeOne(
    sql.type(neighbour)`${beside(
      of,
      sql.fragment`(c.calibration_date, c.version) < (${of.calibration_date}::date, ${of.version}::int)
      AND (c.profile ->> 'as_left' IN ('pass', 'conditional_pass')
        OR (c.conforms IS NOT FALSE AND coalesce(c.profile ->> 'as_found', '') NOT IN ('fail', 'conditional_fail')))`,
      sql.fragment`c.calibration_date DESC, c.version DESC`
    )}`
  );

/** The next valid one after it. */
export const findNext = (tx: Tx, of: Subject): Promise<Neighbour | null> =>
  tx.maybeOne(
    sql.type(neighbour)`${beside(
      of,
      sql.fragment`(c.calibration_date, c.version) > (${of.calibration_date}::date, ${of.version}::int)`,
      sql.fragment`c.calibration_date, c.version`
    )}`
  );

const linkRow = z.object({ id, rests_on_id: id.nullable() });

/** Calibrations that took their values from a voided one. */
export const findUsersOf = (tx: Tx, calibrationId: string) =>
  tx.any(sql.type(linkRow)`
    SELECT c.id, c.reference_calibration_id AS rests_on_id FROM calibrations c WHERE c.reference_calibration_id = ${calibrationId}`);

/**
 * Calibrations that used the instrument since a day, with values from before the calibration that shows its errors, if
 * there is one.
 */
export const findUsersSince = (
  tx: Tx,
  of: Pick<Subject, 'asset' | 'channel_id'>,
  since: string | null,
  shown: Pick<Subject, 'calibration_date' | 'version'> | null
) =>
  tx.any(sql.type(linkRow)`
    SELECT c.id, c.reference_calibration_id AS rests_on_id
    FROM calibrations c LEFT JOIN calibrations used ON used.id = c.reference_calibration_id
    WHERE c.reference_asset_id = ${of.asset.id}
      AND coalesce(c.reference_channel_id, nobody()) = coalesce(${of.channel_id}::uuid, nobody())
      AND c.calibration_date >= coalesce(${since}::date, '-infinity')
      AND (used.id IS NULL OR ${shown === null} OR
           (used.calibration_date, used.version) < (${shown?.calibration_date ?? null}::date, ${shown?.version ?? null}::int))
    ORDER BY c.calibration_date DESC, c.id`);
