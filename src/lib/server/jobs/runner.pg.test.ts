import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { eventually } from '../../../../tests/support/api.ts';
import { cutLine, type CutLine } from '../../../../tests/support/cut-line.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { asOwner } from '../../../../tests/support/template-database.ts';
import { tickDay } from './clock.ts';
import { enqueue } from './queue.ts';
import { startJobs, type JobRunner } from './runner.ts';

let database: TestDatabase;
let line: CutLine;
let services: Services;
let jobs: JobRunner;
/** Deliveries have a lane of their own. */
const LANES = 2;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  database = await createTestDatabase();
  // The jobs of the day are given and taken away: here only those of the tests are run.
  await tickDay(await testServices(database));
  await execute(database.url, 'DELETE FROM graphile_worker._private_jobs');
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await database.drop();
});
beforeEach(async () => {
  unhandled.length = 0;
  line = await cutLine(asOwner(database.url));
  // Only the queue's own connections run over the line that is cut: the jobs themselves succeed.
  services = await testServices(database);
  jobs = await startJobs(line.url, services);
});
afterEach(async () => {
  await jobs.stop();
  await line.close();
});

const give = (name: 'remove_expired' | 'send_reminders' | 'keep_signatures' = 'remove_expired') =>
  transaction(database.pool, SYSTEM, (tx) => enqueue(tx, name, {}));
const left = async () =>
  (await execute(database.url, 'SELECT locked_by FROM graphile_worker._private_jobs')).rows as {
    locked_by: string | null;
  }[];
const emptied = () => eventually(async () => (await left()).length === 0);
const presence = async () =>
  (
    await execute(
      database.url,
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 736002
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    )
  ).rowCount;
/** Holds every job at its end, in the queue's own table, until the answer is called. */
async function holdEnds(): Promise<() => Promise<unknown>> {
  await execute(
    database.url,
    `CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN OLD; END $$;
     CREATE TRIGGER held BEFORE DELETE ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION held()`
  );
  return async () => {
    await execute(
      database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
    );
    await execute(database.url, 'DROP FUNCTION held CASCADE');
  };
}

test('a worker is known by the name under which it locks jobs, so that nobody takes its jobs for those of the dead', async () => {
  await eventually(async () => (await presence()) === LANES);
  const letGo = await holdEnds();
  await give();
  const locker = async () => (await left()).find((job) => job.locked_by !== null)?.locked_by;
  await eventually(async () => (await locker()) !== undefined);
  const { rowCount } = await execute(
    database.url,
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 736002 AND objid = (hashtext($1)::bigint & 4294967295)::oid`,
    [await locker()]
  );
  expect(rowCount).toBe(1);
  line.cut();
  await letGo();
  await emptied();
});

test('when all its connections break, also again and again, it comes back by itself and nothing is left unhandled', async () => {
  await give();
  await emptied();
  for (let cuts = 0; cuts < 3; cuts++) {
    line.cut();
    await give();
    await emptied();
    await eventually(async () => (await presence()) === LANES);
  }
  expect(unhandled).toEqual([]);
});

const held = async () =>
  (
    await execute(
      database.url,
      `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
    )
  ).rowCount;

test('a job whose end cannot be written down is done again by the next run', async () => {
  const letGo = await holdEnds();
  await give();
  await eventually(async () => (await held()) === 1);
  line.cut();
  await letGo();
  await emptied();
  expect(unhandled).toEqual([]);
});

test('so are two of them, and one that fails after them', async () => {
  const letGo = await holdEnds();
  await give('send_reminders');
  await give('keep_signatures');
  await eventually(async () => (await held()) === 2);
  // What this job removes from is locked: it waits until its connection is ended.
  const lock = new pg.Client({ connectionString: asOwner(database.url) });
  await lock.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE sessions');
  await give('remove_expired');
  await eventually(async () => (await left()).filter(({ locked_by }) => locked_by !== null).length === 3);
  line.cut();
  await letGo();
  await execute(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  );
  await lock.end();
  await emptied();
  expect(unhandled).toEqual([]);
});

test('a job that a runner was given, but did not learn of, is done by the next run', async () => {
  await eventually(async () => (await presence()) === LANES);
  await transaction(database.pool, SYSTEM, async (tx) => {
    await enqueue(tx, 'remove_expired', {});
    line.loseAnswers();
  });
  // Nobody tells the runner of it; it asks by itself.
  await eventually(async () => (await left()).some(({ locked_by }) => locked_by !== null));
  line.cut();
  await emptied();
  expect(unhandled).toEqual([]);
});
