import { sql, type FragmentSqlToken } from 'slonik';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import { recallLineSchema, type DecideRecallBody, type RecallLine } from '#lib/contracts/recalls.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import type { RecallFigures } from '#lib/laboratory/recall/figures.ts';
import { DISPOSITIONS, type Disposition, type RecallClass, type RecallObstacle } from '#lib/records/recall.ts';
import { mayRead } from './may-read.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

export type ComputedLine = {
  readonly organization_id: string;
  readonly calibration_id: string;
  readonly depth: number;
  readonly class: RecallClass;
  readonly obstacle: RecallObstacle | null;
  readonly shift: number | null;
  readonly recorded: RecallFigures | null;
  readonly again: RecallFigures | null;
};

/** The computation that found lines, and who requested it, for decisions that are reopened because of it. */
type Round = {
  readonly round: number;
  readonly started_by: string;
  readonly started_by_name: string;
  readonly started_by_role: string;
};

/** A line is of its recall while the last computation finds it; the decisions about others are kept. */
export const isOfLastRound = sql.fragment`l.round = (SELECT r.round FROM recalls r WHERE r.id = l.recall_id)`;

/**
 * Writes the numbers of lines. A decision stays unless the calibration is now in another class: then it is reopened.
 */
export async function upsertLines(tx: Tx, recallId: string, lines: readonly ComputedLine[], by: Round): Promise<void> {
  const newLines = sql.fragment`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(organization_id uuid, calibration_id uuid, depth int,
    class text, obstacle text, shift float8, recorded jsonb, again jsonb)`;
  const reopened = await tx.anyFirst(sql.type(z.object({ calibration_id: id }))`
    SELECT o.calibration_id FROM recall_lines o JOIN ${newLines} ON l.calibration_id = o.calibration_id
    WHERE o.recall_id = ${recallId} AND o.disposition IS NOT NULL AND o.class <> l.class`);
  await tx.query(sql.unsafe`
    INSERT INTO recall_lines AS o (organization_id, recall_id, calibration_id, round, depth, class, obstacle, shift, recorded, again)
    SELECT l.organization_id, ${recallId}::uuid, l.calibration_id, ${by.round}::int, l.depth, l.class, l.obstacle, l.shift, nullif(l.recorded, 'null'),
           nullif(l.again, 'null')
    FROM ${newLines}
    ON CONFLICT (recall_id, calibration_id) DO UPDATE SET
      round = excluded.round, depth = excluded.depth, class = excluded.class, obstacle = excluded.obstacle, shift = excluded.shift, recorded = excluded.recorded,
      again = excluded.again, disposition = CASE WHEN o.class = excluded.class THEN o.disposition END`);
  await insertDecisions(
    tx,
    recallId,
    reopened,
    { id: by.started_by, name: by.started_by_name, role: by.started_by_role },
    null,
    ''
  );
}

type By = { readonly id: string; readonly name: string; readonly role: string };

async function insertDecisions(
  tx: Tx,
  recallId: string,
  calibrationIds: readonly string[],
  by: By,
  disposition: Disposition | null,
  reason: string
): Promise<void> {
  if (calibrationIds.length === 0) return;
  const rows = calibrationIds.map((calibration_id) => ({ calibration_id, id: uuidv7() }));
  await tx.query(sql.unsafe`
    INSERT INTO recall_decisions (organization_id, id, recall_id, calibration_id, disposition, reason, decided_by, decided_by_name,
                                  decided_by_role)
    SELECT l.organization_id, d.id, l.recall_id, l.calibration_id, ${disposition}, ${reason}, ${by.id}, ${by.name}, ${by.role}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(calibration_id uuid, id uuid)
    JOIN recall_lines l ON l.recall_id = ${recallId} AND l.calibration_id = d.calibration_id`);
}

/** Stores a decision about lines; earlier ones are kept. */
export async function writeDecisions(
  tx: Tx,
  recallId: string,
  actor: PersonActor,
  { calibration_ids: ids, disposition, reason }: DecideRecallBody
): Promise<void> {
  const by = { id: actor.userId, name: actor.fullName, role: actor.role };
  await insertDecisions(tx, recallId, ids, by, disposition, reason);
  await tx.query(sql.unsafe`
    UPDATE recall_lines SET disposition = ${disposition}
    WHERE recall_id = ${recallId} AND calibration_id = ANY(${sql.array([...ids], 'uuid')})`);
}

const toDecide = z.object({
  calibration_id: id,
  organization_id: id,
  label: z.string(),
  disposition: z.enum(DISPOSITIONS).nullable()
});

/** Lines for a decision, as far as they may be read. */
export const findLines = (tx: Tx, recallId: string, ids: readonly string[]) =>
  tx.any(sql.type(toDecide)`
    SELECT l.calibration_id, l.organization_id, c.asset_label || ' v' || c.version AS label, l.disposition
    FROM recall_lines l JOIN calibrations c ON c.id = l.calibration_id
    WHERE l.recall_id = ${recallId} AND l.calibration_id = ANY(${sql.array([...ids], 'uuid')})
      AND ${isOfLastRound} AND ${mayRead(sql.fragment`l.organization_id`)}
    ORDER BY l.calibration_id`);

const columns = sql.fragment`l.depth, l.class, l.obstacle, l.shift, l.recorded, l.again, l.disposition,
  json_build_object('id', c.id, 'organization_id', c.organization_id, 'version', c.version, 'calibration_date', c.calibration_date,
    'asset', json_build_object('id', c.asset_id, 'asset_id', c.asset_label, 'name', c.asset_name), 'customer', c.customer, 'unit', c.unit,
    'certificate_number', c.certificate_number, 'voided', c.voided_at IS NOT NULL, 'location_name', place.name,
    'organization_name', o.name) AS calibration,
  (SELECT coalesce(json_agg(json_build_object('disposition', d.disposition, 'reason', d.reason, 'at', instant_text(d.decided_at),
     'by', json_build_object('id', d.decided_by, 'full_name', d.decided_by_name, 'role', d.decided_by_role, 'profile_picture_url', NULL))
     ORDER BY d.decided_at DESC, d.id DESC), '[]')
   FROM recall_decisions d WHERE d.recall_id = l.recall_id AND d.calibration_id = l.calibration_id) AS decisions`;
const source = sql.fragment`recall_lines l JOIN calibrations c ON c.id = l.calibration_id JOIN organizations o ON o.id = l.organization_id
  JOIN assets a ON a.id = c.asset_id LEFT JOIN locations place ON place.id = a.location_id`;

export type LineFilter = {
  readonly class?: RecallClass | undefined;
  readonly disposition?: Disposition | 'open' | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** The most severe first, then by asset. @throws Refusal `invalid_cursor` */
export function pageOfLines(tx: Tx, recallId: string, filter: LineFilter): Promise<Page<RecallLine>> {
  const where: FragmentSqlToken[] = [
    sql.fragment`l.recall_id = ${recallId}`,
    isOfLastRound,
    mayRead(sql.fragment`l.organization_id`)
  ];
  if (filter.class) where.push(sql.fragment`l.class = ${filter.class}`);
  if (filter.disposition === 'open') where.push(sql.fragment`l.disposition IS NULL`);
  else if (filter.disposition) where.push(sql.fragment`l.disposition = ${filter.disposition}`);
  const rank = sql.fragment`array_position(ARRAY['flipped', 'weakened', 'undetermined', 'unchanged'], l.class)`;
  return readPage(tx, {
    row: recallLineSchema,
    columns,
    from: source,
    where,
    id: sql.fragment`l.calibration_id`,
    sortKeys: { gravity: { expression: sql.fragment`${rank} || ' ' || lower(c.asset_label)`, type: 'text' } },
    sort: 'gravity',
    limit: filter.limit,
    cursor: filter.cursor
  });
}
