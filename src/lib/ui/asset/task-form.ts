import type { Task } from '#lib/contracts/tasks.ts';
import type { Interval } from '#lib/laboratory/interval.ts';
import { INTERVAL_UNITS, LONGEST_INTERVAL, TASK_KINDS } from '#lib/records/task.ts';

/** A task as it is typed. */
export type TaskForm = {
  name: string;
  kind: Task['kind'];
  channel_id: string;
  value: number | null;
  unit: Interval['unit'];
  lead_days: number | null;
  next_due: string;
};
export const KINDS = TASK_KINDS;
export const UNITS = INTERVAL_UNITS;

export const formOfTask = (task: Task | null): TaskForm => ({
  name: task?.name ?? '',
  kind: task?.kind ?? 'intermediate_check',
  channel_id: task?.channel_id ?? '',
  value: task?.interval.value ?? 1,
  unit: task?.interval.unit ?? 'months',
  lead_days: task?.lead_days ?? null,
  next_due: task?.next_due ?? ''
});

type TaskFault = 'missing' | 'interval' | 'interval_long';
/** What keeps it from being saved, by field. */
export function taskFaults({ name, value, unit }: TaskForm): Partial<Record<'name' | 'value', TaskFault>> {
  const badName = name.trim() === '' ? { name: 'missing' as const } : {};
  if (value === null || !Number.isInteger(value) || value < 1) return { ...badName, value: 'interval' };
  return value > LONGEST_INTERVAL[unit] ? { ...badName, value: 'interval_long' } : badName;
}

/** The list to send: this one put in its place, the others as they are. A day that was not touched is counted by the server. */
export function taskList(tasks: readonly Task[], before: Task | null, form: TaskForm | null) {
  const others = tasks.map(({ last_done: _last, next_due: _next, ...task }) => task);
  if (form === null) return others.filter(({ id }) => id !== before?.id);
  const typed = {
    name: form.name.trim(),
    kind: form.kind,
    channel_id: form.channel_id || null,
    interval: { value: form.value ?? 1, unit: form.unit },
    lead_days: form.lead_days,
    ...(form.next_due !== '' && form.next_due !== before?.next_due && { next_due: form.next_due })
  };
  return before === null
    ? [...others, typed]
    : others.map((task) => (task.id === before.id ? { id: task.id, ...typed } : task));
}
