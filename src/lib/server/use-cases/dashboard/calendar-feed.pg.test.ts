import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken
} from '#lib/server/use-cases/accounts/access-tokens.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CLIENT, joined, organizationOf, PASSWORD, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createCalendarFeed, readCalendarFeed } from './calendar-feed.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let viewer: PersonActor;
let logger: Asset;
let organizationId: string;
const HERE = '192.0.2.7';

beforeAll(async () => {
  database = await createTestDatabase();
  services = { ...(await testServices(database, { now: () => new Date() })), today: () => '2026-06-15' };
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  organizationId = organization.id;
  technician = founder;
  viewer = await joined(services, await person(services, 'viewer'), organization.id);
  logger = await createAsset(services, founder, {
    asset_id: 'T-1',
    name: 'Logger, "west"; Kühlkammer\\2',
    organization_id: organization.id,
    channels: [{ name: 'A' }, { name: 'B' }]
  });
  const [a = null, b = null] = logger.channels.map(({ id }) => id);
  const by = founder.userId;
  await storedCalibration(database, logger, by, { channelId: a, date: '2025-02-01', due: '2026-02-01' });
  await storedCalibration(database, logger, by, { channelId: a, date: '2026-01-20', due: '2027-01-20' });
  await storedCalibration(database, logger, by, { channelId: b, date: '2025-06-01', due: '2026-06-01' });
  await storedCalibration(database, logger, by, { channelId: b, date: '2026-03-03', due: '2028-01-01', voided: true });
});
afterAll(() => database.drop());

/** Makes a feed in a session of its own. @returns the token in its address, and how it is read. */
async function feedOf(actor: PersonActor) {
  const { email } = await getMe(services, actor);
  const { access_token } = await logIn(services, CLIENT, { email, password: PASSWORD, remember: true });
  const sessionId = (await findSessionOf(services.pool, access_token))?.sessionId ?? '';
  const feed = await createCalendarFeed(services, actor, sessionId);
  const token = new URL(feed.url).searchParams.get('token') ?? '';
  return { feed, token, sessionId, read: async () => (await readCalendarFeed(services, HERE, token)).text };
}

/** The properties of each entry, unfolded, by name; `text` is as RFC 5545 wants it. */
function entriesOf(text: string): Record<string, string>[] {
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll(/\r\n[ \t]/g, '');
  return [...unfolded.matchAll(/BEGIN:VEVENT\r\n([\s\S]*?)\r\nEND:VEVENT/g)].map(([, body = '']) =>
    Object.fromEntries(
      body.split('\r\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).split(';')[0], line.slice(colon + 1)];
      })
    )
  );
}

test('a feed has each channel’s latest due date, as whole days, in the reader’s language', async () => {
  const { read, feed } = await feedOf(viewer);
  expect(feed).toMatchObject({ purpose: 'calendar', last_used_at: null, expires_at: null });
  const text = await read();
  const entries = entriesOf(text);
  expect(entries.map(({ DTSTART, SUMMARY }) => [DTSTART, SUMMARY])).toEqual([
    ['20260601', 'Calibration due: T-1 · Logger\\, "west"\\; Kühlkammer\\\\2 · B'],
    ['20270120', 'Calibration due: T-1 · Logger\\, "west"\\; Kühlkammer\\\\2 · A']
  ]);
  expect(entries[0]).toMatchObject({ URL: `${services.origin}/assets/${logger.id}`, TRANSP: 'TRANSPARENT' });
  expect(new Set(entries.map(({ UID }) => UID)).size).toBe(2);
  expect(await read()).toBe(text);
  await execute(database.url, `UPDATE users SET language = 'de' WHERE id = '${viewer.userId}'`);
  expect(entriesOf(await read())[0]?.['SUMMARY']).toMatch(/^Kalibrierung fällig: T-1/);
});

test('another feed ends the one before; revoking it ends it; neither token opens anything else', async () => {
  const first = await feedOf(technician);
  const second = await feedOf(technician);
  await expect(first.read()).rejects.toMatchObject({ code: 'not_found' });
  expect(await findSessionOf(services.pool, second.token)).toBeNull();
  const { token: program } = await createAccessToken(services, technician, second.sessionId, { name: 'Export' });
  await expect(readCalendarFeed(services, HERE, program)).rejects.toMatchObject({ code: 'not_found' });
  await expect(createCalendarFeed(services, technician, 'no session')).rejects.toMatchObject({ code: 'forbidden' });
  const { items } = await listAccessTokens(services, technician, { limit: 50 });
  const feeds = items.filter(({ purpose }) => purpose === 'calendar');
  expect(feeds.map(({ id }) => id)).toEqual([second.feed.id]);
  await revokeAccessToken(services, technician, second.feed.id);
  await expect(second.read()).rejects.toMatchObject({ code: 'not_found' });
});

test('many who make a feed at once are left with one that works', async () => {
  const { sessionId } = await feedOf(technician);
  const made = await Promise.all(Array.from({ length: 5 }, () => createCalendarFeed(services, technician, sessionId)));
  const outcomes = await Promise.allSettled(
    made.map(({ url }) => readCalendarFeed(services, HERE, new URL(url).searchParams.get('token') ?? ''))
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('what is out of service is not due, and whoever leaves or is deactivated reads nothing more', async () => {
  const { read } = await feedOf(technician);
  expect(entriesOf(await read())).toHaveLength(2);
  const leaver = await joined(services, await person(services, 'technician'), organizationId);
  const left = await feedOf(leaver);
  await execute(database.url, `DELETE FROM memberships WHERE user_id = '${leaver.userId}'`);
  expect(entriesOf(await left.read())).toEqual([]);
  await execute(database.url, `UPDATE users SET is_active = false WHERE id = '${leaver.userId}'`);
  await expect(left.read()).rejects.toMatchObject({ code: 'inactive' });
  await takeOutOfService(services, technician, { ref: 'T-1' }, { reason: 'dropped' });
  expect(entriesOf(await read())).toEqual([]);
});

test('tokens are not guessed: after a hundred that open nothing the address has to wait', async () => {
  const guess = () => readCalendarFeed(services, '192.0.2.66', 'plc_wrong');
  for (let i = 0; i < 100; i += 1) await expect(guess()).rejects.toMatchObject({ code: 'not_found' });
  await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await (await feedOf(technician)).read()).toContain('BEGIN:VCALENDAR');
});

test('a task is due on its day until its instrument is retired', async () => {
  const { read } = await feedOf(technician);
  const task = { name: 'Ice point', kind: 'verification', interval: { value: 1, unit: 'months' } } as const;
  const named = { asset_id: 'T-9', name: 'Probe', organization_id: organizationId, channels: [{ name: 'A' }] };
  const made = await createAsset(services, technician, { ...named, tasks: [{ ...task, next_due: '2026-06-30' }] });
  const found = entriesOf(await read()).filter(({ SUMMARY }) => SUMMARY?.includes('T-9'));
  expect(found).toMatchObject([{ DTSTART: '20260630', SUMMARY: 'Ice point due: T-9 · Probe' }]);
  await retireAsset(services, technician, { ref: made.id });
  expect(await read()).not.toContain('T-9');
});
