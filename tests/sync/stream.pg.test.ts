import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSessionOf, endSession, startSession } from '#lib/server/auth/sessions.ts';
import { listenForChanges, type ChangeListener } from '#lib/server/db/listener.ts';
import { createAccessToken } from '#lib/server/use-cases/accounts/access-tokens.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { notify } from '#lib/server/use-cases/notifications-sending/notify.ts';
import { MOST_STREAMS, openStream } from '#sync/server/stream.server.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { joined, person } from '../support/people.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
let changes: ChangeListener;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  changes = listenForChanges(database.url, pino({ level: 'silent' }));
  laboratory = await calibratedLaboratory(services);
});
afterAll(async () => {
  await changes.stop();
  await database.drop();
});

const signIn = (actor: PersonActor) =>
  startSession(services.pool, actor.userId, { kind: 'remembered', userAgent: null });

/** An open stream and what it has said. */
async function listen(actor: PersonActor, listener = changes, given?: string) {
  const token = given ?? (await signIn(actor));
  const sessionId = (await findSessionOf(services.pool, token))?.sessionId ?? '';
  const reader = openStream(services, listener, { actor, sessionId }).getReader();
  const heard: string[] = [];
  let ended = false;
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard.push(...(new TextDecoder().decode(value).match(/(?<=event: )\w+/g) ?? []));
    }
    ended = true;
  })();
  const until = async (what: () => boolean) => {
    for (let i = 0; i < 100 && !what(); i++) await new Promise((resolve) => setTimeout(resolve, 30));
    return what();
  };
  // The listener's own connection tells everybody to look once it stands.
  await until(() => heard.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  heard.length = 0;
  return {
    heard,
    pulled: () => until(() => heard.includes('pull')),
    closed: () => until(() => ended),
    quiet: async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return heard.filter((event) => event === 'pull').length === 0;
    },
    end: () => endSession(services.pool, sessionId),
    cancel: () => reader.cancel()
  };
}

describe('a stream says to pull', () => {
  test('when something changes in an organization of its reader, and not for others', async () => {
    const inside = await listen(laboratory.admin);
    const outside = await listen(await person(services, 'technician'));
    await recorded(services, laboratory.technician, internalBody(laboratory));
    expect(await inside.pulled()).toBe(true);
    expect(await outside.quiet()).toBe(true);
    await inside.cancel();
    await outside.cancel();
  });

  test('once for many changes in a row, at most every 50 ms', async () => {
    const device = await listen(laboratory.admin);
    const begun = performance.now();
    for (let change = 0; change < 40; change++) {
      await execute(database.url, `SELECT pg_notify('plumbline_changes', 'organization:' || $1)`, [
        laboratory.organizationId
      ]);
    }
    const took = performance.now() - begun;
    expect(await device.pulled()).toBe(true);
    expect(await device.quiet()).toBe(false);
    expect(device.heard.length).toBeLessThanOrEqual(2 + took / 50);
    await device.cancel();
  });

  test('to a program with an access token, while that lives', async () => {
    const { admin } = laboratory;
    const sessionId = (await findSessionOf(services.pool, await signIn(admin)))?.sessionId ?? '';
    const { token } = await createAccessToken(services, admin, sessionId, { name: 'Mirror' });
    const program = await listen(admin, changes, token);
    await recorded(services, laboratory.technician, internalBody(laboratory));
    expect([await program.pulled(), program.heard.includes('revoked')]).toEqual([true, false]);
    await program.end();
    const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
    await notify(services, 'calibration_recorded', { calibration_id: id });
    expect(await program.closed()).toBe(true);
  });

  test('when its reader gets a notification', async () => {
    const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
    const told = await listen(laboratory.admin);
    const untold = await listen(laboratory.technician);
    await notify(services, 'calibration_recorded', { calibration_id: id });
    expect(await told.pulled()).toBe(true);
    expect(await untold.quiet()).toBe(true);
    await told.cancel();
    await untold.cancel();
  });

  test('of an organization that its reader has joined since it was opened', async () => {
    const newcomer = await person(services, 'technician');
    const stream = await listen(newcomer);
    await joined(services, newcomer, laboratory.organizationId);
    expect(await stream.pulled()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    stream.heard.length = 0;
    await recorded(services, laboratory.technician, internalBody(laboratory));
    expect(await stream.pulled()).toBe(true);
    await stream.cancel();
  });

  test('once it knows of the organization that its reader has joined, for what changed there before', async () => {
    const newcomer = await person(services, 'technician');
    const stream = await listen(newcomer);
    const sessions = new pg.Client({ connectionString: database.url });
    await sessions.connect();
    // What the stream asks to know its organizations is not answered yet.
    await sessions.query('BEGIN; LOCK TABLE sessions');
    await execute(database.url, `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`, [
      laboratory.organizationId,
      newcomer.userId
    ]);
    expect(await stream.pulled()).toBe(true);
    stream.heard.length = 0;
    await execute(database.url, `SELECT pg_notify('plumbline_changes', 'organization:' || $1)`, [
      laboratory.organizationId
    ]);
    expect(await stream.quiet()).toBe(true);
    await sessions.query('COMMIT');
    expect(await stream.pulled()).toBe(true);
    await sessions.end();
    await stream.cancel();
  });
});

describe('a stream ends', () => {
  test('at once when its session does, and says so; the other sessions of the person go on', async () => {
    const stream = await listen(laboratory.technician);
    const other = await listen(laboratory.technician);
    await stream.end();
    expect(await stream.closed()).toBe(true);
    expect(stream.heard.at(-1)).toBe('revoked');
    await recorded(services, laboratory.admin, internalBody(laboratory));
    expect(await other.pulled()).toBe(true);
    await other.cancel();
  });

  test('when all sessions of a deactivated person are deleted', async () => {
    const leaver = await joined(services, await person(services, 'technician'), laboratory.organizationId);
    const stream = await listen(leaver);
    await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [leaver.userId]);
    await execute(database.url, 'DELETE FROM sessions WHERE user_id = $1', [leaver.userId]);
    expect(await stream.closed()).toBe(true);
  });

  test('when the process stops', async () => {
    const own = listenForChanges(database.url, pino({ level: 'silent' }));
    const stream = await listen(laboratory.admin, own);
    await own.stop();
    expect(await stream.closed()).toBe(true);
    expect(stream.heard.at(-1)).toBe('reconnect');
  });
});

test('a person has a limited number of streams; one that ends makes room, and others’ are their own', async () => {
  const [reader, other] = [await person(services, 'technician'), await person(services, 'technician')];
  const token = await signIn(reader);
  const sessionId = (await findSessionOf(services.pool, token))?.sessionId ?? '';
  const open = () => openStream(services, changes, { actor: reader, sessionId });
  const streams = Array.from({ length: MOST_STREAMS }, open);
  expect(open).toThrow(expect.objectContaining({ code: 'too_many_requests', context: { retry_after_seconds: 60 } }));
  await (await listen(other)).cancel();
  await streams[0]?.cancel();
  streams.push(open());
  expect(open).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  // Also where the server ends them.
  const readers = streams.slice(1).map((stream) => stream.getReader());
  await endSession(services.pool, sessionId);
  for (const one of readers) while (!(await one.read()).done);
  await open().cancel();
});
