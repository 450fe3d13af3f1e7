import type { Task, TaskInput } from '#lib/contracts/tasks.ts';
import { TASK_FIELDS } from '#lib/records/task.ts';
import { fieldChanges, type FieldChanges } from './field-changes.ts';
import { addInterval } from './interval.ts';
import type { InputFault } from './refusal.ts';

/** The changes needed to replace the list of an asset's tasks. */
export type TaskPlan = {
  /** The tasks afterwards, in their order. */
  readonly tasks: readonly Task[];
  readonly removed: readonly Task[];
  /** For the audit row: `task.<id>.<field>`, and `task.<id>` as one summary for a whole task. */
  readonly changes: FieldChanges;
  readonly faults: readonly InputFault[];
};

/**
 * Matches the wanted list with the tasks that exist: one with a known id is changed and keeps omitted fields. @param
 * channels those in use afterwards; tasks of other channels are removed and refused
 * @param today from when a task that was never done counts
 * @param newId makes ids for the new ones
 */
export function planTasks(
  existing: readonly Task[],
  wanted: readonly TaskInput[] | undefined,
  channels: readonly { readonly id: string }[],
  today: string,
  newId: () => string
): TaskPlan {
  const known = new Map(existing.map((task) => [task.id, task]));
  const usable = new Set(channels.map(({ id }) => id));
  const tasks =
    wanted === undefined
      ? existing.filter(({ channel_id }) => channel_id === null || usable.has(channel_id))
      : wanted.map((input) => taskOf(input, known.get(input.id ?? ''), today, newId));
  const kept = new Set(tasks.map(({ id }) => id));
  const removed = existing.filter(({ id }) => !kept.has(id));
  return { tasks, removed, changes: changesOf(known, tasks, removed), faults: faultsOf(known, usable, wanted ?? []) };
}

function taskOf(input: TaskInput, before: Task | undefined, today: string, newId: () => string): Task {
  const { name, kind, interval } = input;
  const isAsBefore =
    before !== undefined && before.interval.value === interval.value && before.interval.unit === interval.unit;
  const counted = isAsBefore ? before.next_due : addInterval(before?.last_done ?? today, interval);
  return {
    id: before?.id ?? newId(),
    name,
    kind,
    channel_id: input.channel_id === undefined ? (before?.channel_id ?? null) : input.channel_id,
    interval: { value: interval.value, unit: interval.unit },
    lead_days: input.lead_days === undefined ? (before?.lead_days ?? null) : input.lead_days,
    last_done: before?.last_done ?? null,
    next_due: input.next_due ?? counted
  };
}

function changesOf(known: ReadonlyMap<string, Task>, tasks: readonly Task[], removed: readonly Task[]): FieldChanges {
  const each = tasks.map((task): FieldChanges => {
    const before = known.get(task.id);
    if (before === undefined) return { [`task.${task.id}`]: { old: null, new: task.name } };
    return fieldChanges(before, task, TASK_FIELDS, `task.${task.id}.`);
  });
  const gone = removed.map(({ id, name }) => ({ [`task.${id}`]: { old: name, new: null } }));
  return Object.assign({}, ...each, ...gone) as FieldChanges;
}

function faultsOf(
  known: ReadonlyMap<string, Task>,
  channels: ReadonlySet<string>,
  wanted: readonly TaskInput[]
): InputFault[] {
  const names = new Set<string>();
  const ids = new Set<string>();
  return wanted.flatMap((input, index): InputFault[] => {
    const at = ['body', 'tasks', String(index)];
    const faults: InputFault[] = [];
    const channel = input.channel_id ?? null;
    const name = `${channel} ${input.name.toLowerCase()}`;
    if (input.id !== undefined && !known.has(input.id))
      faults.push({ loc: [...at, 'id'], type: 'not_found', msg: 'This asset has no such task; leave the id out' });
    if (channel !== null && !channels.has(channel))
      faults.push({ loc: [...at, 'channel_id'], type: 'not_found', msg: 'This asset has no such channel in use' });
    if ((input.id !== undefined && ids.has(input.id)) || names.has(name))
      faults.push({ loc: [...at, 'name'], type: 'duplicate', msg: 'Two tasks of an asset need two names' });
    names.add(name);
    if (input.id !== undefined) ids.add(input.id);
    return faults;
  });
}
