import { z } from 'zod';
import { assetSchema } from './assets.ts';
import { operation } from './operation.ts';
import { byRef, refQuery } from './operations-registry.ts';
import { id, pageQuery } from './primitives.ts';
import { taskDoneBody, taskPerformanceSchema } from './tasks.ts';

const ofTask = byRef.extend({ id: id.describe('Id of the task') });

export const taskOperations = {
  recordTaskDone: operation({
    method: 'POST',
    path: '/assets/{ref}/tasks/{id}/done',
    tag: 'Assets',
    summary: 'Record that a task was done',
    description: 'The task is due again one interval after it was last done. Retired assets are accepted too.',
    access: 'technician',
    params: ofTask,
    query: refQuery,
    body: taskDoneBody,
    answers: { 200: assetSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'task_removed', 'id_reused'],
    bodyLimit: 128 * 1024,
    idempotent: true
  }),
  listTaskPerformances: operation({
    method: 'GET',
    path: '/assets/{ref}/tasks/{id}/history',
    tag: 'Assets',
    summary: 'List when a task was done, latest first; includes removed tasks',
    access: 'user',
    params: ofTask,
    query: pageQuery.omit({ q: true }).extend({ organization_id: id.optional() }),
    answers: { 200: z.array(taskPerformanceSchema) },
    refusals: ['not_found', 'ambiguous_ref', 'invalid_cursor'],
    paged: true
  })
} as const;
