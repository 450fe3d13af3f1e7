/** Tasks that come again and again beside calibration, and each time that one was done. */
import { z } from 'zod';
import { INTERVAL_UNITS, LONGEST_INTERVAL, TASK_KINDS, TASK_LIMITS, TASK_OUTCOMES } from '#lib/records/task.ts';
import { attributeInput } from './described.ts';
import { userSummarySchema } from './people.ts';
import { calendarDate, id, instant, optionalText, text } from './primitives.ts';

const intervalSchema = z
  .strictObject({ value: z.int().min(1).max(LONGEST_INTERVAL.days), unit: z.enum(INTERVAL_UNITS) })
  .refine(({ value, unit }) => value <= LONGEST_INTERVAL[unit], 'An interval of a hundred years at most');

export const taskSchema = z.strictObject({
  id,
  name: z.string(),
  kind: z.enum(TASK_KINDS),
  channel_id: id.nullable(),
  interval: intervalSchema,
  lead_days: z.int().nullable().describe('So many days before it counts as due soon; null: as calibrations do'),
  last_done: calendarDate.nullable(),
  next_due: calendarDate
});
export type Task = z.infer<typeof taskSchema>;

/** A task of a list that replaces the one there is: with the id of a known one it is changed, and keeps what is left out. */
export const taskInput = z.strictObject({
  id: id.optional(),
  name: text(TASK_LIMITS.name),
  kind: z.enum(TASK_KINDS),
  channel_id: id.nullable().optional(),
  interval: intervalSchema,
  lead_days: z.int().min(0).max(TASK_LIMITS.leadDays).nullable().optional(),
  next_due: calendarDate
    .optional()
    .describe('Left out of a new task: an interval from today; where the interval changes: from when it was last done')
});
export type TaskInput = z.output<typeof taskInput>;
export const taskListInput = z.array(taskInput).max(TASK_LIMITS.tasks);

export const taskDoneBody = z
  .strictObject({
    id: id.optional().describe('Made by the sender: the same one sent again is not recorded a second time'),
    date: calendarDate.describe('The day on which it was done'),
    outcome: z.enum(TASK_OUTCOMES),
    note: optionalText(TASK_LIMITS.note).optional(),
    values: z.array(attributeInput).max(TASK_LIMITS.values).optional().describe('What was read or measured'),
    out_of_service: z
      .strictObject({ reason: text(1000), until: calendarDate.nullable().optional() })
      .optional()
      .describe('With `not_ok`: takes the asset out of service; one that is retired or out of service stays as it is')
  })
  .refine(({ outcome, out_of_service }) => outcome === 'not_ok' || out_of_service === undefined, {
    path: ['out_of_service'],
    message: 'Only what is not OK takes the asset out of service'
  });
export type TaskDoneBody = z.output<typeof taskDoneBody>;

export const taskPerformanceSchema = z.strictObject({
  id,
  task_id: id,
  date: calendarDate,
  outcome: z.enum(TASK_OUTCOMES),
  note: z.string().nullable(),
  values: z.array(z.strictObject({ key: z.string(), value: z.string(), unit: z.string().nullable() })),
  took_out_of_service: z.boolean(),
  done_by: userSummarySchema,
  recorded_at: instant
});
export type TaskPerformance = z.infer<typeof taskPerformanceSchema>;
