import { EventEmitter } from 'node:events';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { openOwnerPool } from '#lib/server/db/owner-pool.ts';
import { deadWorkers, jobSeconds } from '#lib/server/metrics/metrics.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { startClock } from './clock.ts';
import { queueLogger } from './queue-logger.ts';
import { handlers } from './registry.ts';
import { announceWorkers, releaseJobsOfTheDead } from './worker-presence.ts';

/** Certificates are the heavy jobs; two at a time leave a small machine able to answer requests. */
const CONCURRENCY = 2;
const SAFETY_POLL_MS = 2000;

export type JobRunner = {
  /** Takes no new job and waits for those in hand. */
  readonly stop: () => Promise<void>;
};

/** Runs jobs in this process, and the clock that enqueues them. Safe in any number of processes on one database. */
export async function startJobs(databaseUrl: string, services: Services): Promise<JobRunner> {
  const pool = openOwnerPool(databaseUrl, CONCURRENCY + 4);
  const presence = await announceWorkers(pool);
  const events = new EventEmitter() as WorkerEvents;
  events.on('worker:create', ({ worker }) => {
    presence
      .announce(worker.workerId)
      .catch((err: unknown) => services.log.error({ err }, 'a worker is not announced'));
  });
  await releaseJobsOfTheDead(pool);
  const runner = await run({
    pgPool: pool,
    taskList: tasksOf(services),
    concurrency: CONCURRENCY,
    pollInterval: SAFETY_POLL_MS,
    // The process shuts down in one order, for all its parts (commands/start).
    noHandleSignals: true,
    events,
    logger: queueLogger(services.log)
  });
  const clock = startClock(services, async () => {
    const dead = await releaseJobsOfTheDead(pool);
    deadWorkers.inc(dead);
    if (dead > 0) services.log.warn({ dead }, 'gave back the jobs of workers that died');
  });
  return {
    stop: async () => {
      clock.stop();
      await runner.stop();
      presence.leave();
      await pool.end();
    }
  };
}

function tasksOf(services: Services): TaskList {
  const tasks: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    tasks[name] = async (payload, { job }) => {
      const log = services.log.child({ job: name, jobId: job.id, attempt: job.attempts });
      const begun = performance.now();
      const took = (outcome: 'done' | 'failed') =>
        jobSeconds.observe({ job: name, outcome }, (performance.now() - begun) / 1000);
      try {
        // Payloads were typed when they were enqueued (queue.ts); only enqueue_jobs can write them.
        await (handle as (services: Services, payload: unknown) => Promise<unknown>)({ ...services, log }, payload);
        took('done');
        log.info({ ms: Math.round(performance.now() - begun) }, 'job done');
      } catch (err) {
        took('failed');
        log.error({ err }, 'job failed');
        throw err;
      }
    };
  }
  return tasks;
}
