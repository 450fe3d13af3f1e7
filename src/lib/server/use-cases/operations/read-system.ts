import type { System } from '#lib/contracts/system.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { findEmailSettings } from '#lib/server/db/email-settings.ts';
import { answers } from '#lib/server/db/installation.ts';
import { summarizeMails } from '#lib/server/db/mail-log.ts';
import { databaseClock, listProcesses } from '#lib/server/db/processes.ts';
import { describeDatabase, measureQueue, summarizeStorage } from '#lib/server/db/system.ts';
import { reading, transaction } from '#lib/server/db/transaction.ts';
import { MailPasswordUnreadable } from '#lib/server/mail/seal-password.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { mailServerOf } from '../mail/mail-server.ts';
import { clockAhead } from './keep-heartbeat.ts';
import { probe } from './probe.ts';
import { problemsOf } from './system-problems.ts';

/** Four heartbeats. */
const LOST_AFTER_SECONDS = 60;

/** What those who operate the installation ask when something is wrong. @throws Refusal `forbidden` */
export async function readSystem(services: Services, actor: PersonActor): Promise<System> {
  assertMay(actor, 'system.read');
  const { pool, store, prints, timeStamps, own, now } = services;
  const [database, stored, told, asSystem] = await Promise.all([
    probe(services, 'database', () => transaction(pool, SYSTEM, answers)),
    probe(services, 'storage', () => store.check()),
    reading(pool, actor, async (tx) => ({
      mails: await summarizeMails(tx),
      settings: await findEmailSettings(tx),
      processes: await listProcesses(tx, LOST_AFTER_SECONDS),
      queue: await measureQueue(tx),
      clock_ahead_ms: await clockAhead(() => databaseClock(tx), now)
    })),
    transaction(pool, SYSTEM, async (tx) => ({ use: await summarizeStorage(tx), ...(await describeDatabase(tx)) }))
  ]);
  const { mails, settings, processes, queue, clock_ahead_ms } = told;
  const { use, version, bytes, last, applied } = asSystem;
  const system: Omit<System, 'problems'> = {
    version: own.version,
    // Six digits of a second, as the database writes instants.
    started_at: own.startedAt.toISOString().replace('Z', '000Z'),
    migrations: { last, applied },
    database: { version, bytes, latency_ms: database.ms },
    storage: { kind: store.kind, works: stored.works, latency_ms: stored.works ? stored.ms : null, use: [...use] },
    mail: { state: mailState(settings, services), ...mails },
    queue,
    tex: prints.tex?.version ?? null,
    time_stamps: timeStamps?.url ?? null,
    clock_ahead_ms,
    processes: [...processes]
  };
  return { ...system, problems: [...problemsOf(system)] };
}

function mailState(
  settings: Awaited<ReturnType<typeof findEmailSettings>>,
  secrets: Services
): System['mail']['state'] {
  if (!settings.enabled) return 'off';
  try {
    mailServerOf(settings, secrets);
    return 'on';
  } catch (thrown) {
    if (!(thrown instanceof MailPasswordUnreadable)) throw thrown;
    return 'password_unreadable';
  }
}
