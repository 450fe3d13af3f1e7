import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addDays, todayIn } from '#lib/laboratory/calibration-status.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { startClock, tickDay } from './clock.ts';
import { handlers } from './registry.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => void vi.unstubAllEnvs());

const on = (day: string): Promise<Services> =>
  testServices(database, { today: () => day, now: () => new Date(`${day}T12:00:00Z`) });
const waiting = async () =>
  Number(
    (await execute(database.url, "SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'remove_expired'"))
      .rows[0].count
  );

const sent = async (): Promise<number> => {
  const jobs = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_reminders'";
  return (await execute(database.url, jobs)).rowCount ?? 0;
};

test('of many processes whose clocks tick at once, one enqueues the work of the day', async () => {
  await Promise.all(Array.from({ length: 12 }, async () => tickDay(await on('2026-11-21'))));
  expect(await waiting()).toBe(1);
  await tickDay(await on('2026-11-20'));
  expect(await waiting()).toBe(1);
  await tickDay(await on('2026-11-22'));
  expect(await waiting()).toBe(2);
});

test('reminders go out at their hour, once a day; a run that was missed is made up at the next start', async () => {
  const at = async (day: string, hour: number): Promise<Services> =>
    testServices(database, {
      today: () => day,
      now: () => {
        const time = new Date(`${day}T00:00:00`);
        time.setHours(hour, 30);
        return time;
      }
    });
  await execute(database.url, "DELETE FROM clock_ticks WHERE job = 'send_reminders'");
  const before = await sent();
  const steps: readonly [day: string, hour: number, jobs: number][] = [
    ['2026-11-20', 8, 1],
    ['2026-11-20', 23, 1],
    ['2026-11-21', 6, 1],
    ['2026-11-21', 7, 2],
    ['2026-11-21', 9, 2],
    // Off at seven the day before: at the start, not an hour later.
    ['2026-11-23', 5, 3],
    ['2026-11-23', 7, 4]
  ];
  for (const [day, hour, jobs] of steps) {
    await Promise.all([tickDay(await at(day, hour)), tickDay(await at(day, hour))]);
    expect([day, hour, (await sent()) - before]).toEqual([day, hour, jobs]);
  }
});

test.each([
  ['Europe/Berlin', '2026-03-28', '2026-10-24'],
  ['America/St_Johns', '2026-03-07', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04', '2026-10-03']
])(
  'in %s, days of 23 and 25 hours have their reminders once, at seven by the clock on the wall',
  async (zone, ...changes) => {
    vi.stubEnv('TZ', zone);
    let time = new Date();
    const services = await testServices(database, { today: () => todayIn(zone, time), now: () => time });
    for (const start of changes) {
      await execute(database.url, "DELETE FROM clock_ticks WHERE job = 'send_reminders'");
      const begun = new Date(`${start}T00:00:00`).getTime();
      const runs: string[] = [];
      const offsets = new Set<number>();
      let jobs = await sent();
      for (let hour = 0; hour < 48; hour++) {
        time = new Date(begun + hour * 3_600_000);
        offsets.add(time.getTimezoneOffset());
        await tickDay(services);
        const before = jobs;
        jobs = await sent();
        if (jobs > before) runs.push(`${todayIn(zone, time)} ${time.getHours()}`);
      }
      expect(offsets.size, 'the clock is changed within these days').toBe(2);
      // The first tick makes up for the day before.
      expect(runs.slice(1)).toEqual([`${start} 7`, `${addDays(start, 1)} 7`]);
    }
  }
);

/** Timers and `performance` stand still when the time is set, as on a machine that sleeps. */
const TIMERS = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'] as const;

test.each([
  ['a machine that slept over the hour', '2027-01-20T21:30:00Z', '2027-01-21T06:10:00Z', 60],
  ['a machine that begins with the clock of 1970', '1970-01-01T00:10:00Z', '2027-01-22T06:10:00Z', 60],
  ['a clock that was a year ahead', '2028-01-22T06:10:00Z', '2027-01-23T06:10:00Z', 60],
  ['a process that was busy at the hour', '2027-01-23T23:59:59Z', '2027-01-24T00:00:02Z', 1]
])('%s: the work of the day is asked for soon', async (_what, start, then, seconds) => {
  vi.useFakeTimers({ now: new Date(start), toFake: [...TIMERS] });
  const clock = startClock(
    await testServices(database, { today: () => todayIn('UTC', new Date()), now: () => new Date() }),
    async () => undefined
  );
  try {
    const ofTheStart = start.slice(0, 10);
    await settled(ofTheStart);
    vi.setSystemTime(new Date(then));
    const begun = process.hrtime.bigint();
    await vi.advanceTimersByTimeAsync(1000 * seconds);
    expect(Number(process.hrtime.bigint() - begun) / 1e6, 'ms in which nobody else is answered').toBeLessThan(10_000);
    await settled(then.slice(0, 10));
  } finally {
    clock.stop();
    vi.useRealTimers();
  }
});

/** Waits, in real time, until the work of that day has been claimed. */
async function settled(day: string): Promise<void> {
  const claimed = "SELECT last_tick FROM clock_ticks WHERE job = 'remove_expired'";
  const deadline = process.hrtime.bigint() + 5_000_000_000n;
  let last = '';
  while (last !== day && process.hrtime.bigint() < deadline) {
    last = (await execute(database.url, claimed)).rows[0]?.last_tick;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(last).toBe(day);
}

test('what has expired is removed, what has not is kept, and the floor of the tombstones rises', async () => {
  const organization = '0198f000-0000-7000-8000-00000000000a';
  const user = '0198f000-0000-7000-8000-000000000001';
  await execute(
    database.url,
    "INSERT INTO users (id, email, full_name, role) VALUES ($1, 'a@b.example', 'A', 'viewer')",
    [user]
  );
  await execute(
    database.url,
    `INSERT INTO sessions (id, user_id, expires_at, kind) VALUES
       ('old', $1, '2026-11-20', 'brief'), ('live', $1, '2026-12-20', 'remembered')`,
    [user]
  );
  await execute(database.url, 'SELECT take_change_numbers($1, 9)', [organization]);
  await execute(
    database.url,
    `INSERT INTO tombstones (organization_id, seq, collection, document_id, deleted_at) VALUES
       ($1, 3, 'assets', 'x', '2026-08-01'), ($1, 4, 'assets', 'y', '2026-11-01')`,
    [organization]
  );
  await execute(database.url, "INSERT INTO login_attempts (key, at) VALUES ('k', '2026-11-01'), ('k', '2026-11-21')");
  await handlers.remove_expired(await on('2026-11-21'), {});
  const left = await execute(
    database.url,
    `SELECT (SELECT array_agg(id) FROM sessions) AS sessions, (SELECT count(*)::int FROM login_attempts) AS attempts,
            (SELECT array_agg(seq::int) FROM tombstones) AS tombstones,
            (SELECT tombstone_floor::int FROM organization_changes WHERE organization_id = $1) AS floor`,
    [organization]
  );
  expect(left.rows[0]).toEqual({ sessions: ['live'], attempts: 1, tombstones: [4], floor: 3 });
});
