import cron from 'node-cron';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { claimTick } from '#lib/server/db/clock-ticks.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueue } from './queue.ts';

/** Daily jobs. The first process to check on a day enqueues them, even if the machine was off at night. */
const DAILY = ['remove_expired'] as const;

/** Enqueues today's jobs unless a process has already done so. */
export async function tickDay({ pool, today }: Services): Promise<void> {
  await transaction(pool, SYSTEM, async (tx) => {
    for (const job of DAILY) {
      if (await claimTick(tx, job, today())) await enqueue(tx, job, {});
    }
  });
}

/** Starts the clock of this process: it only enqueues jobs. It also calls `everyMinute`, for tasks of each process. */
export function startClock(services: Services, everyMinute: () => Promise<unknown>): { readonly stop: () => void } {
  const attempt = (work: () => Promise<unknown>) => () =>
    work().catch((err: unknown) => services.log.error({ err }, 'a tick of the clock failed'));
  const daily = attempt(() => tickDay(services));
  const tasks = [cron.schedule('7 * * * *', daily), cron.schedule('* * * * *', attempt(everyMinute))];
  void daily();
  return { stop: () => tasks.forEach((task) => void task.destroy()) };
}
