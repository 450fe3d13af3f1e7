import type { Asset } from '#lib/contracts/assets.ts';
import type { Task } from '#lib/contracts/tasks.ts';
import { addDays, isInService } from './calibration-status.ts';
import { addInterval } from './interval.ts';

export type TaskDue = 'planned' | 'due_soon' | 'overdue';

/** Whether a task is due, as calibrations are: overdue after its day, due soon from so many days before. */
export function taskDue({ next_due, lead_days }: Task, today: string, leadDays: number): TaskDue {
  if (next_due < today) return 'overdue';
  return next_due <= addDays(today, lead_days ?? leadDays) ? 'due_soon' : 'planned';
}

/** The tasks of an asset; what a device holds from before there were tasks has none. */
export const tasksOf = ({ tasks }: { readonly tasks?: readonly Task[] | null }): readonly Task[] => tasks ?? [];

export type DueTask = { readonly asset: Asset; readonly task: Task; readonly due: TaskDue };

/** Tasks that are due or will be soon, the earliest first; none of assets that are retired or out of service. */
export const dueTasks = (assets: readonly Asset[], today: string, leadDays: number): readonly DueTask[] =>
  assets
    .filter(isInService)
    .flatMap((asset) => tasksOf(asset).map((task) => ({ asset, task, due: taskDue(task, today, leadDays) })))
    .filter(({ due }) => due !== 'planned')
    .sort((a, b) => a.task.next_due.localeCompare(b.task.next_due));

/**
 * When a task is due next after it was done on a day. If it was also done later, the later day counts, so late entries
 * have no effect.
 */
export const nextDueAfter = ({ last_done, next_due, interval }: Task, date: string): string =>
  last_done !== null && date <= last_done ? next_due : addInterval(date, interval);
