import { sql } from 'slonik';
import { taskPerformanceSchema, type Task, type TaskPerformance } from '#lib/contracts/tasks.ts';
import { z } from 'zod';
import type { Page } from '#lib/laboratory/page.ts';
import { actedFor } from './acted-for.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

type Asset = { readonly id: string; readonly organization_id: string };

/** The tasks of an asset `a`, as in records and on devices. */
export const tasksOfAsset = sql.fragment`
  (SELECT coalesce(json_agg(json_build_object(
            'id', t.id, 'name', t.name, 'kind', t.kind, 'channel_id', t.channel_id,
            'interval', json_build_object('value', t.interval_value, 'unit', t.interval_unit), 'lead_days', t.lead_days,
            'last_done', (SELECT max(p.date) FROM task_performances p WHERE p.task_id = t.id), 'next_due', t.next_due)
          ORDER BY t.position, t.id), '[]')
   FROM tasks t WHERE t.asset_id = a.id AND t.archived_at IS NULL)`;

/** Writes an asset's tasks in their order: new ones are added, known ones changed. */
export async function saveTasks(tx: Tx, asset: Asset, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks.map(({ interval, ...task }, position) => ({
    ...task,
    position,
    interval_value: interval.value,
    interval_unit: interval.unit
  }));
  await tx.query(sql.unsafe`
    INSERT INTO tasks (organization_id, asset_id, id, channel_id, position, name, kind, interval_value, interval_unit, lead_days,
                       next_due)
    SELECT ${asset.organization_id}::uuid, ${asset.id}::uuid, id, channel_id, position, name, kind, interval_value, interval_unit,
           lead_days, next_due
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
      id uuid, channel_id uuid, position integer, name text, kind text, interval_value integer, interval_unit text,
      lead_days integer, next_due date)
    ON CONFLICT (id) DO UPDATE SET
      channel_id = excluded.channel_id, position = excluded.position, name = excluded.name, kind = excluded.kind,
      interval_value = excluded.interval_value, interval_unit = excluded.interval_unit, lead_days = excluded.lead_days,
      next_due = excluded.next_due`);
}

/** Removes tasks from their asset; the record of completed ones stays. */
export async function archiveTasks(tx: Tx, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  const those = sql.array(
    tasks.map(({ id }) => id),
    'uuid'
  );
  await tx.query(sql.unsafe`UPDATE tasks SET archived_at = now() WHERE id = ANY (${those})`);
}

/** Whether this asset has or had a task. */
export const findTask = (tx: Tx, assetId: string, id: string): Promise<{ readonly archived: boolean } | null> =>
  tx.maybeOne(sql.type(z.object({ archived: z.boolean() }))`
    SELECT archived_at IS NOT NULL AS archived FROM tasks WHERE id = ${id} AND asset_id = ${assetId}`);

/** One completion of a task, before names are looked up. */
export type PerformanceRow = Omit<TaskPerformance, 'done_by' | 'recorded_at' | 'imported'> & {
  readonly done_by: string;
};

/** @returns whether it is new: the database refuses an id that is in use, even if invisible to the caller */
export async function insertPerformance(tx: Tx, asset: Asset, row: PerformanceRow): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO task_performances (id, organization_id, task_id, date, outcome, note, "values", took_out_of_service, done_by)
    VALUES (${row.id}, ${asset.organization_id}, ${row.task_id}, ${row.date}, ${row.outcome}, ${row.note},
            ${JSON.stringify(row.values)}::jsonb, ${row.took_out_of_service}, ${row.done_by})
    ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

const performanceColumns = sql.fragment`
  p.id, p.task_id, p.date, p.outcome, p.note, p."values", p.took_out_of_service, instant_text(p.recorded_at) AS recorded_at,
  ${actedFor('p')} AS done_by, p.imported IS NOT NULL AS imported`;
const performanceSource = sql.fragment`task_performances p LEFT JOIN users u ON u.id = p.done_by`;

export const findPerformance = (tx: Tx, id: string): Promise<TaskPerformance | null> =>
  tx.maybeOne(sql.type(taskPerformanceSchema)`
    SELECT ${performanceColumns} FROM ${performanceSource} WHERE p.id = ${id}`);

/** The completions of a task, latest first. */
export const pageOfPerformances = (
  tx: Tx,
  taskId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<TaskPerformance>> =>
  readPage(tx, {
    row: taskPerformanceSchema,
    columns: performanceColumns,
    from: performanceSource,
    where: [sql.fragment`p.task_id = ${taskId}`],
    id: sql.fragment`p.id`,
    sortKeys: { date: { expression: sql.fragment`p.date`, type: 'date' } },
    sort: '-date',
    limit,
    cursor
  });
