/** A laboratory at work for hours and then for months of simulated time: nothing grows but what it has recorded. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../../support/database.ts';
import { depth } from '../../support/depth.ts';
import { startInSimulatedTime, type SimulatedTime } from '../../support/simulated-time.ts';
import { startReceiver, type Receiver } from '../../support/webhook-receiver.ts';
import { startWork, type Work } from './laboratory-at-work.ts';
import { countNearly32Bits, counted, LARGEST_INTEGER } from './past-32-bits.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const HOURS = depth(4, 72);
/** Of the hours with nobody at work. */
const IDLE_HOURS = depth(1, 3);
/** Longer than all that is done again and again, but for the hours. */
const STEP_S = 600;
/** Longer than anything that expires is kept (src/lib/server/db/expired.ts). */
const LONGEST_KEPT_DAYS = 92;
/** How many of them pass at a time; the clock of the jobs strikes once in each. */
const STEP_DAYS = depth(4, 1);

/** What the laboratory has recorded, and what must be kept with it. All other tables shrink again. */
const RECORDS: readonly string[] = [
  'applied_ids',
  'assets',
  'audit_log',
  'calibration_points',
  'calibrations',
  'certificate_counters',
  'certificate_proofs',
  'certificates',
  'version_counters'
];
/** What must have grown meanwhile, or nothing here would show that it is removed. */
const KEPT_FOR_A_TIME = [
  'sessions',
  'idempotency_keys',
  'tombstones',
  'login_attempts',
  'operations',
  'refused_attempts',
  'webhook_deliveries'
];
/** Open files and connections more than after the first hour. */
const MOST_MORE_FILES = 10;
/** In the log, for each request with all the jobs that it causes. */
const MOST_LOGGED_BYTES = 2000;

let receiver: Receiver;
let time: SimulatedTime;
let work: Work;
beforeAll(async () => {
  receiver = await startReceiver();
  time = await startInSimulatedTime({ env: { WEBHOOK_PRIVATE: '1', LOG_LEVEL: 'info' } });
  work = await startWork(time.server.baseUrl, receiver.url);
}, 240_000);
afterAll(async () => {
  await time?.end();
  await receiver?.close();
});

type Rows = Readonly<Record<string, number>>;

/** How many rows each table has, those of the job queue too. */
async function countRows(): Promise<Rows> {
  const tables = await execute(
    time.databaseUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`
  );
  const counts = (tables.rows as { name: string }[]).map(
    ({ name }) => `SELECT '${name.replace('public.', '')}' AS name, count(*)::int AS n FROM ${name}`
  );
  const { rows } = await execute(time.databaseUrl, counts.join('\nUNION ALL '));
  return Object.fromEntries((rows as { name: string; n: number }[]).map(({ name, n }) => [name, n]));
}

/** Files that the server has stored, but for certificates. */
async function storedFiles(): Promise<readonly string[]> {
  const entries = await readdir(time.dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(time.dataDir.length + 1))
    .filter((file) => !file.startsWith('postgres/') && !file.includes('/certificates/'));
}

const openFiles = async () => (await readdir(`/proc/${time.server.pid}/fd`)).length;
/** The bytes that are logged meanwhile. */
async function logged(happens: () => Promise<unknown>): Promise<number> {
  const before = time.server.output().length;
  await happens();
  return time.server.output().length - before;
}
/** The bytes of an hour in which nobody works. */
const loggedIdle = async () => (await logged(() => time.pass(IDLE_HOURS * HOUR_S, STEP_S))) / IDLE_HOURS;

async function workFor(hours: number): Promise<{ readonly log: readonly number[]; readonly files: readonly number[] }> {
  const log: number[] = [];
  const files: number[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    const requests = work.requests();
    const bytes = await logged(async () => {
      await work.anHour(hour);
      await time.whenQuiet();
      await time.pass(HOUR_S, STEP_S);
    });
    log.push(bytes / (work.requests() - requests));
    files.push(await openFiles());
  }
  return { log, files };
}

test(
  `after ${HOURS} hours of work, and when what they left has expired, only records have grown; all counters pass 32 bits`,
  async () => {
    const begun = performance.now();
    const idleEarly = await loggedIdle();
    const [before, filesBefore] = [await countRows(), await storedFiles()];
    const sequences = await countNearly32Bits(time.databaseUrl);
    const { log, files } = await workFor(HOURS);
    const worked = await countRows();
    const counters = await counted(time.databaseUrl, sequences);
    await time.pass(LONGEST_KEPT_DAYS * DAY_S, STEP_DAYS * DAY_S);
    const [left, filesLeft] = [await countRows(), await storedFiles()];
    const idleLate = await loggedIdle();
    const figures = {
      seconds: Math.round((performance.now() - begun) / 1000),
      requests: work.requests(),
      'bytes logged for each request, first and last hour': [log[0], log.at(-1)].map(Number),
      'bytes logged in an hour without work, early and late': [idleEarly, idleLate],
      'open files, first and last hour': [files[0], files.at(-1)],
      'rows before, after the work, after the longest retention': Object.fromEntries(
        Object.keys(left)
          .filter((table) => worked[table] !== before[table] || left[table] !== before[table])
          .map((table) => [table, [before[table], worked[table], left[table]].join(', ')])
      ),
      counters
    };
    process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);

    expect(KEPT_FOR_A_TIME.filter((table) => (worked[table] ?? 0) <= (before[table] ?? 0))).toEqual([]);
    const grown = Object.keys(left).filter((table) => (left[table] ?? 0) > (before[table] ?? 0));
    expect(grown.filter((table) => !RECORDS.includes(table))).toEqual([]);
    expect(filesLeft.filter((file) => !filesBefore.includes(file))).toEqual([]);
    expect(Object.entries(counters).filter(([, at]) => at <= LARGEST_INTEGER)).toEqual([]);
    expect(work.lastSeq()).toBeGreaterThan(LARGEST_INTEGER);
    expect(Math.max(...log)).toBeLessThan(MOST_LOGGED_BYTES);
    expect(idleLate).toBeLessThan(1.2 * idleEarly + MOST_LOGGED_BYTES);
    expect(files.at(-1)).toBeLessThanOrEqual((files[0] ?? 0) + MOST_MORE_FILES);
    expect(await jobsThatFailed()).toEqual([]);
  },
  depth(400_000, 3_600_000)
);

async function jobsThatFailed(): Promise<readonly string[]> {
  const { rows } = await execute(
    time.databaseUrl,
    'SELECT last_error AS error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL'
  );
  return (rows as { error: string }[]).map(({ error }) => error);
}
