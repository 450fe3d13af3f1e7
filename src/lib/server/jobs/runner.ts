import { EventEmitter } from 'node:events';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { MOST_WEBHOOKS } from '#lib/records/webhooks.ts';
import { openOwnerPool, type OwnerPool } from '#lib/server/db/owner-pool.ts';
import { isTransient } from '#lib/server/db/transient.ts';
import { deadWorkers, jobSeconds } from '#lib/server/metrics/metrics.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { startClock } from './clock.ts';
import { keepRunning, type Running } from './keep-running.ts';
import type { JobName } from './queue.ts';
import { queueLogger } from './queue-logger.ts';
import { handlers } from './registry.ts';
import { announceWorkers, type WorkerPresence } from './worker-presence.ts';

/** What one runner does of the queue. */
type Lane = {
  readonly does: (name: JobName) => boolean;
  /** Jobs at a time. */
  readonly places: number;
  /** How long a job whose time has come waits at most; what is enqueued for now wakes the runner. */
  readonly pollMs: number;
};
const isDelivery = (name: JobName): boolean => name === 'deliver_webhook';
const LANES: readonly Lane[] = [
  // Certificates are the heavy jobs; with two at a time, a small machine can still answer requests.
  { does: (name) => !isDelivery(name), places: 2, pollMs: 2000 },
  // Deliveries wait for receivers, each webhook for its own. All those of an organization hang at once and others still have a place.
  { does: isDelivery, places: MOST_WEBHOOKS + 6, pollMs: 5000 }
];
/** For each lane its listener; for all of them the presence of the workers, and some for what they ask. */
const CONNECTIONS = LANES.length + 1 + 4;

export type JobRunner = {
  /** Starts no new job and waits for running ones. */
  readonly stop: () => Promise<void>;
};

/** Runs jobs in this process, and the clock that enqueues them. Safe in any number of processes on one database. */
export async function startJobs(databaseUrl: string, services: Services): Promise<JobRunner> {
  const pool = openOwnerPool(databaseUrl, CONNECTIONS);
  const presence = announceWorkers(pool, services.log);
  const giveBack = async () => {
    const dead = await presence.releaseJobsOfTheDead();
    deadWorkers.inc(dead);
    if (dead > 0) services.log.warn({ dead }, 'gave back the jobs of workers that died');
  };
  const runners: JobRunner[] = [];
  for (const lane of LANES) {
    const begin = async () => {
      await giveBack();
      return runLane(lane, pool, presence, services);
    };
    runners.push(await keepRunning(begin, services.log, isTransient));
  }
  const clock = startClock(services, giveBack);
  return {
    stop: async () => {
      clock.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      presence.leave();
      await pool.end();
    }
  };
}

/**
 * Runs a lane of the queue until it is stopped, or until it cannot tell the database how a job ended, or cannot learn which one it was
 * given: it then ends by itself, and the next run takes over its jobs.
 */
async function runLane(lane: Lane, pool: OwnerPool, presence: WorkerPresence, services: Services): Promise<Running> {
  const events = new EventEmitter() as WorkerEvents;
  let name = '';
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
    presence.announce(name);
  });
  const idle = whenIdle(events);
  const runner = await run({
    pgPool: pool,
    taskList: tasksOf(services, lane),
    // By default the library neither awaits nor catches the update that ends a job; with batches it reports failures.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    concurrency: lane.places,
    pollInterval: lane.pollMs,
    // The process shuts down in one order, for all its parts (commands/start).
    noHandleSignals: true,
    events,
    logger: queueLogger(services.log)
  });
  // The job may be locked for this run, which nobody will do.
  events.once('worker:getJob:error', () => void runner.stop().catch(() => undefined));
  const ended = Promise.race([runner.promise, idle]).finally(() => presence.withdraw(name));
  ended.catch(() => undefined);
  return { ended, stop: () => Promise.race([runner.stop(), idle]).catch(() => undefined) };
}

/** How long a runner whose jobs have ended may take to say so. */
const PARTING_MS = 5000;

/**
 * Ends when a runner that is ending by itself has no job in hand, whether it says so or not: after several ends of jobs could not be
 * written down at once, the library waits for one of them for ever (graphile-worker 0.17, `batch`).
 */
function whenIdle(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    const part = () => void setTimeout(resolve, PARTING_MS).unref();
    // What does not end in order is ended by force, which has a limit of its own.
    events.once('pool:gracefulShutdown:complete', part);
    events.once('pool:forcefulShutdown:complete', part);
    events.once('pool:forcefulShutdown:error', part);
  });
}

function tasksOf(services: Services, { does }: Lane): TaskList {
  const tasks: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    // `Object.entries` loses the type of the names.
    if (!does(name as JobName)) continue;
    tasks[name] = async (payload, { job }) => {
      const log = services.log.child({ job: name, jobId: job.id, attempt: job.attempts });
      const own = { id: job.id, attempt: job.attempts, most: job.max_attempts };
      const begun = performance.now();
      const took = (outcome: 'done' | 'failed') =>
        jobSeconds.observe({ job: name, outcome }, (performance.now() - begun) / 1000);
      try {
        // Payloads were typed when they were enqueued (queue.ts); only enqueue_jobs can write them.
        await (handle as (services: Services, payload: unknown) => Promise<unknown>)(
          { ...services, log, job: own },
          payload
        );
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
