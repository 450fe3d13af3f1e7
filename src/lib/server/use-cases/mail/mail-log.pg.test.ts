import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Message, MailServer } from '#lib/server/mail/mailer.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { failedJob } from '../../../../../tests/support/failed-job.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { startSmtp } from '../../../../../tests/support/smtp-server.ts';
import { removeExpired } from '../housekeeping/remove-expired.ts';
import { readSystem } from '../operations/read-system.ts';
import { deliver } from './deliver.ts';
import { listMails } from './mail-log.ts';

let database: TestDatabase;
let services: Services;
let admin: PersonActor;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let status: number | null = null;
const run = (statement: string, values: unknown[] = []) => execute(database.url, statement, values);
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { now: () => new Date() });
  admin = await person(services, 'admin');
  smtp = await startSmtp({ treat: () => (status === null ? null : { status }) });
});
afterEach(() => run('DELETE FROM mail_log'));
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

const server = (): MailServer => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none',
  username: null,
  password: null,
  fromAddress: 'plumbline@laboratory.example',
  fromName: null
});
const SECRET = 'a-token-that-signs-in';
const message: Message = { to: 'ada@laboratory.example', subject: SECRET, text: SECRET, html: SECRET };
const inJob = (id: string, attempt: number, most: number): Services => ({ ...services, job: { id, attempt, most } });
const list = async (filter: Partial<Parameters<typeof listMails>[2]> = {}) =>
  (await listMails(services, admin, { limit: 50, ...filter })).items;

test('a mail is one row however often it is tried, with the last reason, and never with what it says', async () => {
  const id = await failedJob(run);
  await run('UPDATE graphile_worker._private_jobs SET attempts = 1, max_attempts = 25 WHERE id = $1', [id]);
  status = 451;
  await expect(deliver(inJob(id, 1, 25), 'reset_password', server(), message)).rejects.toThrow();
  await expect(deliver(inJob(id, 2, 25), 'reset_password', server(), message)).rejects.toThrow();
  const [row] = await list();
  const known = { kind: 'reset_password', to: message.to, reason: 'refused', reply_code: 451, job_id: id };
  expect(row).toMatchObject({ ...known, state: 'retrying', attempts: 2 });
  expect(await readSystem(services, admin)).toMatchObject({ mail: { last_failure: { id: row?.id } } });
  status = null;
  expect(await deliver(inJob(id, 3, 25), 'reset_password', server(), message)).toBe(true);
  expect(await list()).toMatchObject([{ id: row?.id, state: 'sent', reason: null, reply_code: null, attempts: 3 }]);
  const { rows } = await run('SELECT m::text AS text FROM mail_log m');
  expect(rows[0].text).not.toContain(SECRET);
});

test('what was refused for good has failed, and so has the last attempt, and what has no job any more', async () => {
  const id = await failedJob(run);
  status = 550;
  expect(await deliver(inJob(id, 1, 25), 'notice', server(), message)).toBe(false);
  status = 451;
  await expect(deliver(inJob('123', 25, 25), 'reminders', server(), message)).rejects.toThrow();
  await expect(deliver(inJob('124', 3, 25), 'reminders', server(), message)).rejects.toThrow();
  expect((await list()).map(({ state, job_id }) => [state, job_id])).toEqual([
    ['failed', null],
    ['failed', null],
    ['failed', id]
  ]);
  expect(await list({ state: 'retrying' })).toEqual([]);
});

test('of a customer only what names nobody is kept', async () => {
  status = null;
  const to = 'maria.curie@customer.example';
  await deliver(inJob('200', 1, 9), 'certificate', server(), { ...message, to });
  expect(await list({ q: 'CUSTOMER' })).toMatchObject([{ to: 'm…@customer.example' }]);
  expect(await list({ q: 'curie' })).toEqual([]);
});

test('that it cannot be written down is no reason to send a mail twice', async () => {
  const begun = smtp.mails.length;
  await run('ALTER TABLE mail_log RENAME TO mail_log_away');
  expect(await deliver(inJob('300', 1, 9), 'notice', server(), message)).toBe(true);
  await run('ALTER TABLE mail_log_away RENAME TO mail_log');
  expect(smtp.mails.length).toBe(begun + 1);
});

test('many are read page by page, for thirty days, by administrators', async () => {
  await run(`INSERT INTO mail_log (kind, recipient, state, attempts, updated_at)
    SELECT 'notice', 'p' || n || '@b.example', 'sent', 1, now() - n * interval '1 minute' FROM generate_series(1, 120) n`);
  const first = await listMails(services, admin, { limit: 100 });
  expect([first.items.length, first.items[0]?.to, first.total]).toEqual([100, 'p1@b.example', 120]);
  const second = await listMails(services, admin, { limit: 100, cursor: first.nextCursor ?? '' });
  expect(second.items.map(({ to }) => to)).toEqual(Array.from({ length: 20 }, (_, n) => `p${n + 101}@b.example`));
  await run(`UPDATE mail_log SET updated_at = now() - interval '31 days' WHERE recipient <> 'p7@b.example'`);
  await removeExpired(services);
  expect((await list()).map(({ to }) => to)).toEqual(['p7@b.example']);
  const technician = await person(services, 'technician');
  expect(() => listMails(services, technician, { limit: 1 })).toThrow(expect.objectContaining({ code: 'forbidden' }));
});
