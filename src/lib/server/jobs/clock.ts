import cron from 'node-cron';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { claimTick } from '#lib/server/db/clock-ticks.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueue, type JobOptions } from './queue.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** At night, in the instance's time zone. */
const BACKUP_HOUR = 2;
/** The clocks of two processes never differ by more. */
const MOST_DAYS_APART = 2;
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
      if (await claimTick(tx, job, lastRun(hour), addDays(today(), MOST_DAYS_APART)))
        await enqueue(tx, job, {}, job === 'back_up' ? BACKING_UP : {});
    }
  });
}

/**
 * An hour that comes late, since the process was busy or the machine asleep, is made up for, once. The library goes through all that were
 * missed, and would print a line for each.
 */
const LATE_IS_FINE = { missedExecutionTolerance: HOUR_MS, suppressMissedWarning: true };

/** Starts the clock of this process: it only enqueues jobs. It also calls `everyMinute`, for tasks of each process. */
export function startClock(services: Services, everyMinute: () => Promise<unknown>): { readonly stop: () => void } {
  const attempt = (work: () => Promise<unknown>) => () =>
    work().catch((err: unknown) => services.log.error({ err }, 'a tick of the clock failed'));
  const daily = attempt(() => tickDay(services));
  const startHours = () => cron.schedule('0 * * * *', daily, LATE_IS_FINE);
  const wasSet = watchWallClock(services);
  let hours = startHours();
  const everyProcess = attempt(everyMinute);
  // Minutes that pass, whatever the clock on the wall shows.
  const minutes = setInterval(() => {
    void everyProcess();
    if (!wasSet()) return;
    // The hour that is waited for may be years away, or years ago.
    void hours.destroy();
    hours = startHours();
    void daily();
  }, MINUTE_MS);
  void daily();
  return {
    stop: () => {
      clearInterval(minutes);
      void hours.destroy();
    }
  };
}

/** @returns whether the clock on the wall was set, or went on while the machine slept, since the last call. */
function watchWallClock({ now }: Services): () => boolean {
  // Timers and `performance` stand still while the machine sleeps.
  const ahead = () => now().getTime() - performance.now();
  let before = ahead();
  return () => {
    const moved = Math.abs(ahead() - before);
    before = ahead();
    return moved > MINUTE_MS;
  };
}
