import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { openPool } from '#lib/server/db/pool.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { kindOfStatus, outcomeIsUnknown } from '#sync/client/sync-failure.ts';
import { eventually } from '../../../../tests/support/api.ts';
import { call } from '../../../../tests/support/call.ts';
import {
  calibratedLaboratory,
  internalBody,
  type CalibratedLaboratory
} from '../../../../tests/support/calibrated-laboratory.ts';
import { cutLine, type CutLine } from '../../../../tests/support/cut-line.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { mutationOf } from '../../../../tests/support/mutation.ts';
import { testServices } from '../../../../tests/support/services.ts';
import { asOwner } from '../../../../tests/support/template-database.ts';
import * as locations from '../../../routes/api/v1/locations/+server.ts';
import * as pushing from '../../../routes/api/v1/sync/push/+server.ts';
import { problem } from './problem.ts';

/** Advisory locks that the triggers below wait for. */
const INSERT = 4241;
const COMMIT = 4242;

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
let token: string;
let line: CutLine;
let pool: DatabasePool;
let services: Services;

const signIn = (actor: PersonActor) =>
  startSession(database.pool, actor.userId, { kind: 'remembered', userAgent: null });
beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database));
  token = await signIn(laboratory.technician);
  // Both pass at once while nobody else holds their lock.
  await execute(
    database.url,
    `CREATE FUNCTION wait_for_a_test() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_advisory_xact_lock(TG_ARGV[0]::int); RETURN NEW; END $$;
     CREATE TRIGGER waits BEFORE INSERT ON locations FOR EACH ROW EXECUTE FUNCTION wait_for_a_test(${INSERT});
     CREATE CONSTRAINT TRIGGER waits_at_last AFTER INSERT ON locations DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION wait_for_a_test(${COMMIT});
     CREATE CONSTRAINT TRIGGER waits_at_last AFTER INSERT ON calibrations DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION wait_for_a_test(${COMMIT});`
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  line = await cutLine(asOwner(database.url));
  pool = await openPool(line.url, 2);
  services = await testServices(database, { pool });
});
afterEach(async () => {
  await pool.end();
  await line.close();
});

const newLocation = () => ({ name: `Room ${randomUUID()}`, organization_id: laboratory.organizationId });
const mutation = () => mutationOf(internalBody(laboratory));
const push = (one: ReturnType<typeof mutation>, within = services) =>
  call(pushing.POST, within, {
    token,
    body: { device_id: randomUUID(), sent_at: new Date().toISOString(), mutations: [one] }
  });
/** Runs `ask` and cuts its connection while the given lock keeps it waiting; then lets the database go on. */
async function cutWhileWaiting(key: number, ask: () => Promise<Response>): Promise<Response> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  const asked = ask();
  await eventually(async () => {
    const { rowCount } = await holder.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`, [key]); // prettier-ignore
    return rowCount !== 0;
  });
  line.cut();
  const answer = await asked;
  await holder.end();
  return answer;
}
const there = async (table: string, id: string) =>
  (await execute(database.url, `SELECT FROM ${table} WHERE $1 IN (id::text, to_jsonb(${table}) ->> 'name')`, [id])).rowCount === 1; // prettier-ignore

test('where the database is away: 503 with a time to come again, which devices take for "nothing was done"', async () => {
  const away = await openPool('postgresql://nobody@127.0.0.1:1/nothing', 2);
  const within = { ...services, pool: away };
  for (const answer of [
    await call(locations.GET, within, { token }),
    await call(locations.POST, within, { token, body: newLocation() }),
    await push(mutation(), within)
  ]) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  expect(outcomeIsUnknown(kindOfStatus(503))).toBe(false);
  await away.end();
});

test.each([
  ['its server is starting', '57P03', 503, 'unavailable'],
  ['it has no connection left', '53300', 503, 'unavailable'],
  ['its disk is full', '53100', 503, 'no_room'],
  ['our disk is full', 'ENOSPC', 503, 'no_room'],
  ['a right ended meanwhile', '42501', 403, 'forbidden']
])('a database of which %s is answered in its words', async (_name, code, status, told) => {
  const answer = problem(new Error('outer', { cause: Object.assign(new Error('inner'), { code }) }), 'request');
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, told]);
  expect(answer.headers.has('retry-after')).toBe(status === 503);
});

test('our own error remains an error', () => {
  expect(problem(new TypeError('undefined is no function'), 'request').status).toBe(500);
});

test('a connection that breaks before the commit: 503, and nothing was done', async () => {
  const body = newLocation();
  const answer = await cutWhileWaiting(INSERT, () => call(locations.POST, services, { token, body }));
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
  expect(await there('locations', body.name)).toBe(false);
});

test('one that breaks during the commit: nobody says that nothing was done, and it is there', async () => {
  const body = newLocation();
  const answer = await cutWhileWaiting(COMMIT, () => call(locations.POST, services, { token, body }));
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: 'outcome_unknown' })]);
  await eventually(() => there('locations', body.name));
});

test('the same for what a device delivers: it stays in doubt, and is a duplicate when it comes again', async () => {
  const one = mutation();
  const answer = await cutWhileWaiting(COMMIT, () => push(one));
  expect(outcomeIsUnknown(kindOfStatus(answer.status))).toBe(true);
  await eventually(() => there('calibrations', one.id));
  const again = (await (await push(one)).json()) as { results: { status: string }[] };
  expect(again.results.map(({ status }) => status)).toEqual(['duplicate']);
});
