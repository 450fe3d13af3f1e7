import { expect, test } from 'vitest';
import type { Task } from '#lib/contracts/tasks.ts';
import { formOfTask, taskFaults, taskList } from './task-form.ts';

const task = (id: string, changes: Partial<Task> = {}): Task => ({
  ...{ id, name: id, kind: 'maintenance', channel_id: null, lead_days: null, last_done: '2026-01-01' },
  interval: { value: 2, unit: 'weeks' },
  next_due: '2026-01-15',
  ...changes
});
const [a, b] = [task('a'), task('b')];

test.each([
  [{ name: ' ' }, { name: 'missing' }],
  [{ value: null }, { value: 'interval' }],
  [{ value: 0.5 }, { value: 'interval' }],
  [{ value: 101, unit: 'years' as const }, { value: 'interval_long' }],
  [{ value: 101, unit: 'months' as const }, {}]
])('what is typed as %j has the faults %j', (typed, faults) => {
  expect(taskFaults({ ...formOfTask(a), ...typed })).toEqual(faults);
});

test('one of a list is changed, added or removed; days that nobody touched are the server’s to count', () => {
  const sent = { ...a, name: 'A' } as Partial<Task>;
  delete sent.last_done;
  delete sent.next_due;
  const changed = taskList([a, b], a, { ...formOfTask(a), name: 'A ' });
  expect(changed[0]).toEqual(sent);
  expect(changed[1]).not.toHaveProperty('next_due');
  expect(taskList([a], a, { ...formOfTask(a), next_due: '2026-03-01' })[0]).toMatchObject({ next_due: '2026-03-01' });
  expect(taskList([a, b], null, { ...formOfTask(null), name: 'C' }).map(({ name }) => name)).toEqual(['a', 'b', 'C']);
  expect(taskList([a, b], a, null).map(({ name }) => name)).toEqual(['b']);
});
