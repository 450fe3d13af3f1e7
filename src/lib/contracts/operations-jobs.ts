import { z } from 'zod';
import { jobListSchema, jobState } from './jobs.ts';
import { operation } from './operation.ts';

const jobId = z.strictObject({ id: z.string().regex(/^\d{1,18}$/, 'The id of a job is a number') });

export const jobOperations = {
  listJobs: operation({
    method: 'GET',
    path: '/admin/jobs',
    tag: 'Administration',
    summary: 'Jobs of the queue: waiting, running, and those that failed',
    description:
      'Jobs that succeeded are not kept. Of deliveries, the organization and the webhook are named to those who may see them; what other jobs are about is not shown.',
    access: 'admin',
    query: z.strictObject({ state: jobState.optional() }),
    answers: { 200: jobListSchema }
  }),
  retryJob: operation({
    method: 'POST',
    path: '/admin/jobs/{id}/retry',
    tag: 'Administration',
    summary: 'Run a job again now, with all its attempts',
    access: 'admin',
    params: jobId,
    answers: { 204: null },
    refusals: ['not_found', 'job_running']
  }),
  removeJob: operation({
    method: 'DELETE',
    path: '/admin/jobs/{id}',
    tag: 'Administration',
    summary: 'Remove a job that failed for good',
    access: 'admin',
    params: jobId,
    answers: { 204: null },
    refusals: ['not_found', 'job_not_failed']
  })
} as const;
