import { SYSTEM } from '#lib/laboratory/actor.ts';
import {
  databaseClock,
  removeLostProcesses,
  removeProcess,
  saveHeartbeat,
  type Heartbeat
} from '#lib/server/db/processes.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const EVERY_MS = 15_000;
/** A process that ended without a word is shown for a day. */
const LOST_HOURS = 24;

/** One heartbeat: this process is alive, and its clock is so far ahead of the database's. */
export async function beat(
  { pool, now, own }: Pick<Services, 'pool' | 'now' | 'own'>,
  draining: boolean
): Promise<void> {
  await transaction(pool, SYSTEM, async (tx) => {
    const heartbeat: Heartbeat = {
      ...own,
      draining,
      memory_bytes: process.memoryUsage.rss(),
      clock_ahead_ms: await clockAhead(() => databaseClock(tx), now)
    };
    await saveHeartbeat(tx, heartbeat);
    await removeLostProcesses(tx, LOST_HOURS);
  });
}

/** As far as the column reaches: 24 days. A clock that stands at 1970 is told as well. */
const MOST_AHEAD_MS = 2 ** 31 - 1;

/** Of the answer, half its way back is subtracted: with a database a few milliseconds away the rest does not matter. */
export async function clockAhead(ask: () => Promise<number>, now: () => Date): Promise<number> {
  const asked = now().getTime();
  const there = await ask();
  const ahead = Math.round((asked + now().getTime()) / 2 - there);
  return Math.max(-MOST_AHEAD_MS, Math.min(MOST_AHEAD_MS, ahead));
}

/**
 * Says that this process is alive, now and while it lives. A heartbeat that fails is left out: the database is away, and everything else
 * says so.
 * @returns a function that ends it and takes the process off the list
 */
export function keepHeartbeat(services: Services, isDraining: () => boolean): () => Promise<void> {
  const { log, pool, own } = services;
  const attempt = (work: () => Promise<unknown>) =>
    work().then(
      () => undefined,
      (err: unknown) => log.warn({ err }, 'this process could not say that it is alive')
    );
  let beating = attempt(() => beat(services, isDraining()));
  const timer = setInterval(() => {
    beating = beating.then(() => attempt(() => beat(services, isDraining())));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await beating;
    await attempt(() => transaction(pool, SYSTEM, (tx) => removeProcess(tx, own.id)));
  };
}
