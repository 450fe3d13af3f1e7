import { z } from 'zod';
import { assetSchema } from './assets.ts';
import { operation } from './operation.ts';
import { byRef, refQuery } from './operations-registry.ts';
import { id, pageQuery } from './primitives.ts';
import { taskDoneBody, taskPerformanceSchema } from './tasks.ts';

const ofTask = byRef.extend({ id: id.describe('Of the task') });

export const taskOperations = {
  recordTaskDone: operation({
    method: 'POST',
    path: '/assets/{ref}/tasks/{id}/done',
    tag: 'Assets',
    summary: 'Record that a task was done',
    description:
      'The task is due again an interval after the last day on which it was done. Recorded of retired assets, too: it was done.',
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
    summary: 'Each time that a task was done, latest first; of removed tasks, too',
    access: 'user',
    params: ofTask,
    query: pageQuery.omit({ q: true }).extend({ organization_id: id.optional() }),
    answers: { 200: z.array(taskPerformanceSchema) },
    refusals: ['not_found', 'ambiguous_ref', 'invalid_cursor'],
    paged: true
  })
} as const;
