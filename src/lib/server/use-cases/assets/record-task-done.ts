import { v7 as uuidv7 } from 'uuid';
import type { Asset, OutOfService } from '#lib/contracts/assets.ts';
import type { Task, TaskDoneBody } from '#lib/contracts/tasks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import { lastPossibleDay } from '#lib/laboratory/plausibility.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { nextDueAfter } from '#lib/laboratory/task-due.ts';
import { updateAssetRow } from '#lib/server/db/assets.ts';
import { appendAudits, type AuditEvent } from '#lib/server/db/audit.ts';
import { findPerformance, findTask, insertPerformance, saveTasks, type PerformanceRow } from '#lib/server/db/tasks.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { holdAsset } from './hold-asset.ts';
import { outOfServiceEvent } from './out-of-service.ts';
import { requireAsset } from './require-asset.ts';

/**
 * Records that a task of an asset was done. If two people do the same task, both are recorded; a repeated request with
 * the same id has no effect.
 * @throws Refusal `not_found`, `ambiguous_ref`, `forbidden`, `task_removed`, `id_reused`; InvalidInput `date_in_future`, `date_in_past`
 */
export function recordTaskDone(
  services: Services,
  actor: PersonActor,
  asset: AssetRef & { readonly taskId: string },
  body: TaskDoneBody
): Promise<Asset> {
  return transaction(services.pool, actor, async (tx) => {
    const before = await holdAsset(tx, services, actor, asset);
    const found = await findTask(tx, before.id, asset.taskId);
    if (found === null) throw new Refusal('not_found', 'Task not found.');
    const out = outOfServiceAfter(before, body, services.now());
    const row: PerformanceRow = {
      id: body.id ?? uuidv7(),
      task_id: asset.taskId,
      date: body.date,
      outcome: body.outcome,
      note: body.note || null,
      values: body.values ?? [],
      took_out_of_service: body.out_of_service !== undefined && out !== before.out_of_service,
      done_by: actor.userId
    };
    if (await isRecorded(tx, row, body)) return before;
    const task = before.tasks.find(({ id }) => id === asset.taskId);
    if (task === undefined) {
      throw new Refusal(
        'task_removed',
        'This task has been removed from the asset. Ask the person who maintains the asset.'
      );
    }
    assertPossible(body, services.today());
    const taken = outOfServiceEvent('asset.taken_out_of_service', before, out);
    await appendAudits(tx, actor, before.organization_id, [eventOf(before, task, row), ...(taken ? [taken] : [])]);
    if (!(await insertPerformance(tx, before, row))) throw reused();
    const next_due = nextDueAfter(task, row.date);
    await saveTasks(
      tx,
      before,
      before.tasks.map((one) => (one === task ? { ...task, next_due } : one))
    );
    await updateAssetRow(tx, { ...before, out_of_service: out });
    return requireAsset(tx, services, before.id);
  });
}

/**
 * A repetition finds the asset as the first left it: that it is out of service by now does not make it another request.
 * @throws Refusal `id_reused` where something else has the id
 */
async function isRecorded(tx: Tx, row: PerformanceRow, { out_of_service }: TaskDoneBody): Promise<boolean> {
  const before = await findPerformance(tx, row.id);
  if (before === null) return false;
  const { recorded_at: _at, imported: _origin, done_by, took_out_of_service, ...sent } = before;
  const same = canonicalJson({ ...sent, done_by: done_by.id, took_out_of_service: row.took_out_of_service });
  if (same !== canonicalJson(row) || (took_out_of_service && out_of_service === undefined)) throw reused();
  return true;
}

const reused = () => new Refusal('id_reused', 'This id was used for something else. Use a new one.');

function assertPossible({ date, out_of_service }: TaskDoneBody, today: string): void {
  if (date > lastPossibleDay(today)) {
    throw invalidInput(['body', 'date'], 'date_in_future', `Today is ${today}: correct the date`);
  }
  if (out_of_service?.until != null && out_of_service.until < date) {
    throw invalidInput(
      ['body', 'out_of_service', 'until'],
      'date_in_past',
      'The expected day of return is before the day it was taken out of service'
    );
  }
}

/** An asset that is retired or out of service keeps its state. */
function outOfServiceAfter(before: Asset, { out_of_service: wanted }: TaskDoneBody, now: Date): OutOfService | null {
  if (wanted === undefined || before.status === 'retired' || before.out_of_service !== null)
    return before.out_of_service;
  return { since: now.toISOString(), reason: wanted.reason, until: wanted.until ?? null };
}

const eventOf = (asset: Asset, task: Task, { date, outcome, note, values }: PerformanceRow): AuditEvent => ({
  action: 'asset.task_done',
  resource: { type: 'asset', id: asset.id, label: asset.asset_id },
  changes: {
    task: { old: null, new: task.name },
    task_date: { old: null, new: date },
    task_outcome: { old: null, new: outcome },
    ...(note === null ? {} : { note: { old: null, new: note } }),
    ...(values.length === 0 ? {} : { attributes: { old: null, new: values } })
  }
});
