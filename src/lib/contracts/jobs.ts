import { z } from 'zod';
import { id, instant } from './primitives.ts';

export const JOB_STATES = ['failed', 'retrying', 'running', 'waiting'] as const;
export const jobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobState>;

const count = z.int().nonnegative();
const named = z.strictObject({ id, name: z.string() }).nullable();

export const jobSchema = z.strictObject({
  id: z.string().describe('Digits'),
  name: z.string(),
  state: jobState.describe(
    'failed: all attempts failed, and nothing more happens; retrying: it failed and will run again'
  ),
  attempts: count,
  max_attempts: count,
  created_at: instant,
  run_at: instant.describe('Not before'),
  error: z.string().nullable().describe('Of the last attempt, at most 500 characters'),
  organization: named.describe('Whose webhook a delivery is for; null for other jobs, and if you may not see it'),
  webhook: named.describe('Whose messages are delivered; null for other jobs, and if you may not see it')
});
export type Job = z.infer<typeof jobSchema>;

export const jobListSchema = z.strictObject({
  counts: z.strictObject({ failed: count, retrying: count, running: count, waiting: count }),
  items: z.array(jobSchema).max(200).describe('At most 200: failed ones first, then those that run next')
});
export type JobList = z.infer<typeof jobListSchema>;
