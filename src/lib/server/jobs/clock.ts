import cron from 'node-cron';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { claimTick } from '#lib/server/db/clock-ticks.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueue, type JobOptions } from './queue.ts';

/** At night, in the instance's time zone. */
const BACKUP_HOUR = 2;
/** One that failed is tried again for a day, never beside the next one. */
const BACKING_UP: JobOptions = { queueName: 'backups', jobKey: 'back_up', maxAttempts: 18 };

/**
 * Enqueues the daily jobs that are due unless a process has already done so: the first one to check after the hour, or at
 * its start if the machine was off then.
 */
export async function tickDay({ pool, now, today, reminderHour, backups }: Services): Promise<void> {
  const daily = [
    { job: 'remove_expired', hour: 0 },
    { job: 'send_reminders', hour: reminderHour },
    { job: 'keep_signatures', hour: reminderHour },
    ...(backups === undefined ? [] : [{ job: 'back_up', hour: BACKUP_HOUR } as const])
  ] as const;
  // In the instance's time zone, as `today`.
  const lastRun = (hour: number) => (now().getHours() < hour ? addDays(today(), -1) : today());
  await transaction(pool, SYSTEM, async (tx) => {
    for (const { job, hour } of daily) {
      if (await claimTick(tx, job, lastRun(hour))) await enqueue(tx, job, {}, job === 'back_up' ? BACKING_UP : {});
    }
  });
}

/** Starts the clock of this process: it only enqueues jobs. It also calls `everyMinute`, for tasks of each process. */
export function startClock(services: Services, everyMinute: () => Promise<unknown>): { readonly stop: () => void } {
  const attempt = (work: () => Promise<unknown>) => () =>
    work().catch((err: unknown) => services.log.error({ err }, 'a tick of the clock failed'));
  const daily = attempt(() => tickDay(services));
  const tasks = [cron.schedule('0 * * * *', daily), cron.schedule('* * * * *', attempt(everyMinute))];
  void daily();
  return { stop: () => tasks.forEach((task) => void task.destroy()) };
}
