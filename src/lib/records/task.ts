/** A recurring task for an instrument besides calibration. */

export const TASK_KINDS = ['verification', 'intermediate_check', 'maintenance', 'other'] as const;
export const TASK_OUTCOMES = ['ok', 'not_ok'] as const;

/** The interval, in calendar units. */
export const INTERVAL_UNITS = ['days', 'weeks', 'months', 'years'] as const;

export const TASK_LIMITS = { tasks: 50, name: 200, note: 5000, values: 50, leadDays: 3650 } as const;
/** The longest interval in each unit: a century. */
export const LONGEST_INTERVAL = { days: 36_500, weeks: 5200, months: 1200, years: 100 } as const;

/** The fields of a task that people set; the audit log records their changes. */
export const TASK_FIELDS = ['name', 'kind', 'channel_id', 'interval', 'lead_days', 'next_due'] as const;
