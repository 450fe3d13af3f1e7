import { z } from 'zod';

const count = z.int().nonnegative();
const counts = z.strictObject({
  new: count.describe('No earlier sweep has seen them'),
  delivered: count.describe('Shown in the app to at least one person now'),
  retry: count.describe(
    'Count as reminded when a mail server accepts a mail about them; otherwise the next sweep tries again'
  )
});

/** The outcome of a sweep. */
export const sweepSchema = z.strictObject({
  checked: count.describe('Due dates of calibrations and tasks'),
  due_soon: counts,
  overdue: counts
});
export type Sweep = z.infer<typeof sweepSchema>;
