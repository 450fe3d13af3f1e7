import type { TaskPerformance } from '#lib/contracts/tasks.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findTask, pageOfPerformances } from '#lib/server/db/tasks.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { AssetRef } from './read-assets.ts';
import { resolveAsset } from './resolve-asset.ts';

/**
 * The completions of an asset's tasks, latest first; including removed tasks.
 * @throws Refusal `not_found`, `ambiguous_ref`, `invalid_cursor`
 */
export const listTaskPerformances = (
  { pool }: Services,
  actor: PersonActor,
  asset: AssetRef & { readonly taskId: string },
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<TaskPerformance>> =>
  reading(pool, actor, async (tx) => {
    const { id } = await resolveAsset(tx, asset.ref, asset.organizationId);
    if ((await findTask(tx, id, asset.taskId)) === null) throw new Refusal('not_found', 'Task not found.');
    return pageOfPerformances(tx, asset.taskId, page);
  });
