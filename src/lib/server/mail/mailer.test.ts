import { afterEach, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../tests/support/mail.ts';
import { startSilence, startSmtp } from '../../../../tests/support/smtp-server.ts';
import { composeMail } from './compose-mail.ts';
import { createMailer, type Mailer, type MailServer } from './mailer.ts';

let tls: ReturnType<typeof selfSigned>;
let mailer: Mailer;
const ends: (() => unknown)[] = [];
beforeAll(() => {
  tls = selfSigned();
});
afterEach(async () => {
  mailer.close();
  for (const end of ends.splice(0)) await end();
});

const at = (port: number, given: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: null,
  password: null,
  fromAddress: 'plumbline@laboratory.example',
  fromName: 'Plumbline, calibration',
  ...given
});
const reader = { email: 'reader@laboratory.example', language: 'en' } as const;
const message = composeMail({ kind: 'test', name: 'Réa <b>' }, reader, 'https://plumb.example');

async function server(options: Parameters<typeof startSmtp>[0] = {}) {
  const smtp = await startSmtp(options);
  ends.push(smtp.close);
  return smtp;
}

test('a mail carries text and HTML, the sender, and nothing that a name could slip in', async () => {
  mailer = createMailer();
  const { port, mails } = await server();
  await mailer.send(at(port), { ...message, subject: composeMail(hostile, reader, 'https://p.example').subject });
  const [mail] = mails;
  expect(mail).toMatchObject({ from: 'plumbline@laboratory.example', to: [reader.email], secure: false });
  expect(mail?.source).toContain('From: "Plumbline, calibration" <plumbline@laboratory.example>');
  expect(mail?.source).toContain('Hello Réa <b>,');
  expect(mail?.source).toContain('Hello Réa &lt;b&gt;,');
  expect(mail?.source).not.toMatch(/^Bcc:/m);
});
const hostile = {
  kind: 'notice',
  beware: false,
  name: 'N',
  title: 'Title\r\nBcc: everybody@laboratory.example',
  body: 'B',
  link: '/'
} as const;

test('one connection carries many mails, and new settings open another', async () => {
  mailer = createMailer();
  const { port, mails, connections } = await server();
  for (let i = 0; i < 4; i++) await mailer.send(at(port), message);
  expect([mails.length, connections()]).toEqual([4, 1]);
  await mailer.send(at(port, { fromName: null }), message);
  expect(connections()).toBe(2);
});

test('TLS from the first byte or by STARTTLS, with name and password; an unknown authority is not trusted', async () => {
  const account = { user: 'plumbline', pass: 'mail secret' };
  const given = { username: account.user, password: account.pass };
  mailer = createMailer({ ca: tls.cert });
  const upgrading = await server({ ...tls, account });
  await mailer.send(at(upgrading.port, { ...given, security: 'starttls' }), message);
  await mailer.send(at(upgrading.port, { ...given, security: 'auto' }), message);
  expect(upgrading.mails).toMatchObject([
    { secure: true, user: 'plumbline' },
    { secure: true, user: 'plumbline' }
  ]);
  const direct = await server({ ...tls, account, secure: true });
  await mailer.send(at(direct.port, { ...given, security: 'tls' }), message);
  expect(direct.mails).toMatchObject([{ secure: true, user: 'plumbline' }]);
  mailer.close();
  mailer = createMailer();
  await expect(mailer.send(at(direct.port, { ...given, security: 'tls' }), message)).rejects.toThrow(/certificate/i);
});

test('STARTTLS that is not offered is no reason to go on in clear', async () => {
  mailer = createMailer();
  const { port, mails } = await server();
  await expect(mailer.send(at(port, { security: 'starttls' }), message)).rejects.toMatchObject({ name: 'MailFailure' });
  expect(mails).toEqual([]);
});

test('4xx is worth another try, 5xx is not, wrong credentials are until an admin has put them right', async () => {
  mailer = createMailer({ ca: tls.cert });
  const later = await server({ treat: () => ({ status: 451 }) });
  await expect(mailer.send(at(later.port), message)).rejects.toMatchObject({ permanent: false });
  const never = await server({ treat: () => ({ status: 550 }) });
  await expect(mailer.send(at(never.port), message)).rejects.toMatchObject({ permanent: true });
  const closed = await server({ ...tls, account: { user: 'plumbline', pass: 'right' } });
  const wrong = at(closed.port, { security: 'starttls', username: 'plumbline', password: 'wrong and secret' });
  const twoLines = at(later.port, { fromName: 'Lab\r\nBcc: everybody@laboratory.example' });
  await expect(mailer.send(twoLines, message)).rejects.toMatchObject({ replyCode: 451 });
  const refused = await mailer.send(wrong, message).catch((thrown: Error) => thrown);
  expect(refused).toMatchObject({ permanent: false });
  expect(String(refused)).not.toContain('wrong and secret');
});

test('a server that accepts the connection and never answers does not block anybody for long', async () => {
  mailer = createMailer({ timeoutMs: 300 });
  const silence = await startSilence();
  ends.push(silence.close);
  const begun = performance.now();
  await expect(mailer.send(at(silence.port), message)).rejects.toMatchObject({ permanent: false });
  expect(performance.now() - begun).toBeLessThan(5000);
});

test('nobody listening is worth another try', async () => {
  mailer = createMailer({ timeoutMs: 1000 });
  const { port, close } = await startSmtp();
  await close();
  await expect(mailer.send(at(port), message)).rejects.toMatchObject({ name: 'MailFailure', permanent: false });
});
