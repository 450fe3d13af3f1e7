import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { updateEmailSettingsBody } from '#lib/contracts/email-settings.ts';
import type { Refusal } from '#lib/laboratory/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { openMailPassword } from '#lib/server/mail/seal-password.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { startSmtp } from '../../../../../tests/support/smtp-server.ts';
import { getEmailSettings, updateEmailSettings } from './email-settings.ts';
import { sendTestMail } from './send-test-mail.ts';

let database: TestDatabase;
let services: Services;
let admin: PersonActor;
const SECRET = 'mail secret of the laboratory';
const change = (body: Parameters<typeof updateEmailSettings>[2], actor = admin) =>
  updateEmailSettings(services, actor, body, null);
const dump = async () =>
  JSON.stringify(
    (await execute(database.url, 'SELECT s::text, (SELECT json_agg(a) FROM audit_log a) FROM email_settings s')).rows
  );

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  admin = await person(services, 'admin');
});
afterAll(async () => {
  services.mailer.close();
  await database.drop();
});

test('there is one row, and can be no second one', async () => {
  expect(await getEmailSettings(services, admin)).toMatchObject({ enabled: false, host: null, has_password: false });
  await expect(execute(database.url, 'INSERT INTO email_settings DEFAULT VALUES')).rejects.toThrow(/unique/);
  await expect(execute(database.url, 'INSERT INTO email_settings (only_row) VALUES (false)')).rejects.toThrow(/check/);
});

test('admins alone read and change it', async () => {
  for (const role of ['viewer', 'technician'] as const) {
    const somebody = await person(services, role);
    await expect(getEmailSettings(services, somebody)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(change({ enabled: false }, somebody)).rejects.toMatchObject({ code: 'forbidden' });
  }
});

test('mail cannot be on without a server and a sender', async () => {
  await expect(change({ enabled: true })).rejects.toMatchObject({ faults: [{ loc: ['body', 'host'] }] });
});

test('the password goes in sealed and never comes out: not in answers, history or a dump', async () => {
  const settings = await change({ host: 'mail.example', username: 'plumbline', password: SECRET });
  expect(settings).toMatchObject({ has_password: true });
  expect(JSON.stringify(settings)).not.toContain('sealed');
  expect(await dump()).not.toContain(SECRET);
  const { rows } = await execute(database.url, 'SELECT sealed_password FROM email_settings');
  const sealed = (rows[0] as { sealed_password: string }).sealed_password;
  expect(openMailPassword(sealed, services)).toBe(SECRET);
  expect(() => openMailPassword(sealed, { secretKey: Buffer.alloc(32, 8) })).toThrow(/SECRET_KEY/);
});

test('the stored password is never sent to another server: it is asked for again', async () => {
  await expect(change({ host: 'elsewhere.example' })).rejects.toMatchObject({
    faults: [{ loc: ['body', 'password'] }]
  });
  await expect(change({ security: 'none' })).rejects.toMatchObject({ name: 'InvalidInput' });
  await expect(change({ from_name: 'Plumbline' })).resolves.toMatchObject({ host: 'mail.example' });
  await expect(change({ host: 'elsewhere.example', password: null })).resolves.toMatchObject({ has_password: false });
});

test('the test mail arrives while mail is still off, or says by its reply code why not', async () => {
  const smtp = await startSmtp({ treat: (to) => (to.startsWith('nobody') ? { status: 550 } : null) });
  const to = 'reader@laboratory.example';
  await change({ username: null, host: null });
  await expect(sendTestMail(services, admin, to)).rejects.toMatchObject({ code: 'mail_not_configured' });
  await change({ host: '127.0.0.1', port: smtp.port, security: 'none', from_address: 'plumbline@laboratory.example' });
  await sendTestMail(services, admin, to);
  expect(smtp.mails).toMatchObject([{ to: [to] }]);
  await expect(sendTestMail(services, admin, 'nobody@laboratory.example')).rejects.toMatchObject({
    code: 'mail_failed',
    message: expect.stringContaining('550'),
    context: { fault: 'refused', reply_code: 550 }
  });
  await smtp.close();
});

test('what any other server within the network says of itself comes not out by the test mail', async () => {
  const banner = 'SSH-2.0-inner-host-7.4 secret banner';
  for (const greeting of [banner, `220 ${banner}`, `554 ${banner}`]) {
    const inner = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${greeting}\r\n`);
      socket.on('data', () => socket.write(`530 ${banner}\r\n`));
    }).listen(0, '127.0.0.1');
    await once(inner, 'listening');
    await change({ host: '127.0.0.1', port: (inner.address() as AddressInfo).port, security: 'none' });
    const refused = await sendTestMail(services, admin, 'reader@laboratory.example').catch((thrown: Refusal) => thrown);
    expect(refused).toMatchObject({ code: 'mail_failed' });
    expect(`${String(refused)} ${JSON.stringify(refused)}`).not.toContain('inner-host');
    inner.close();
  }
});

test('a sender’s name is one line', () => {
  for (const from_name of ['Lab\r\nBcc: everybody@laboratory.example', 'Lab\nX', 'Lab\u0000']) {
    expect(updateEmailSettingsBody.safeParse({ from_name }).success).toBe(false);
  }
  expect(updateEmailSettingsBody.safeParse({ from_name: 'Étalonnage, 校准' }).success).toBe(true);
});

test('after a change of SECRET_KEY the settings say that the password is lost, the test too, and entering it again mends it', async () => {
  await change({ host: 'mail.example', username: 'plumbline', password: SECRET, from_address: 'p@laboratory.example' });
  const rotated = { ...services, secretKey: Buffer.alloc(32, 9) };
  expect(await getEmailSettings(services, admin)).toMatchObject({ has_password: true, password_unreadable: false });
  expect(await getEmailSettings(rotated, admin)).toMatchObject({ has_password: true, password_unreadable: true });
  await expect(sendTestMail(rotated, admin, 'reader@laboratory.example')).rejects.toMatchObject({
    code: 'mail_password_unreadable',
    message: expect.stringContaining('SECRET_KEY')
  });
  await expect(updateEmailSettings(rotated, admin, { from_name: 'Lab' }, null)).resolves.toMatchObject({
    password_unreadable: true
  });
  expect(await updateEmailSettings(rotated, admin, { password: SECRET }, null)).toMatchObject({
    has_password: true,
    password_unreadable: false
  });
});
