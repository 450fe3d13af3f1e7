import type { Task } from '#lib/contracts/tasks.ts';
import { addInterval } from './interval.ts';

/**
 * When a task is due next after it was done on a day. If it was also done later, the later day counts, so late entries
 * have no effect.
 */
export const nextDueAfter = ({ last_done, next_due, interval }: Task, date: string): string =>
  last_done !== null && date <= last_done ? next_due : addInterval(date, interval);
