/** SECRET_KEY is lost for good: what it had sealed goes, everything else stays, and certificates are issued again. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSessionOf, startSession } from '#lib/server/auth/sessions.ts';
import { createAccessToken } from '#lib/server/use-cases/accounts/access-tokens.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { getSigningCertificatePem } from '#lib/server/use-cases/certificates/signing-certificates.ts';
import { getEmailSettings, updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { confirmSecretKey, WrongSecretKey } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import { getWebhook } from '#lib/server/use-cases/webhooks/read-webhooks.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { CLIENT, PASSWORD, superadmin } from '../support/people.ts';
import { runCommand } from '../support/run-command.ts';
import { turnOnTotp } from '../support/second-factor.ts';
import { testServices } from '../support/services.ts';
import { validatePdf } from '../support/validate-pdf.ts';

const [lost, fresh] = [randomBytes(32), randomBytes(32)];
let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { secretKey: lost });
  laboratory = await calibratedLaboratory(services);
  await confirmSecretKey(database.url, { secretKey: lost });
  const settings = { enabled: true, host: 'mail.example', from_address: 'lab@mail.example', password: 'of the mail' };
  await updateEmailSettings(services, await superadmin(services), settings, null);
});
afterAll(() => database.drop());

const command = (...args: string[]) =>
  runCommand(database.url, 'forget-secrets', args, '', { SECRET_KEY: fresh.toString('hex') });
const pdfOf = async (key: string) => {
  const stored = await services.store.get(key);
  if (stored === null) throw new Error(`${key} is not stored`);
  return buffer(stored.stream);
};
const pemOf = (of: Services) => getSigningCertificatePem(of, laboratory.technician, laboratory.organizationId);
const issued = async (of: Services) => {
  const { id } = await recorded(of, laboratory.technician, internalBody(laboratory));
  return { id, key: await issueCertificate(of, id) };
};

test('what was sealed goes, what was signed stays valid, and the next certificate is signed with a new key', async () => {
  const { technician } = laboratory;
  const before = await issued(services);
  const [bytes, pem] = [await pdfOf(before.key), await pemOf(services)];
  const token = await startSession(services.pool, technician.userId, { kind: 'remembered', userAgent: null });
  const sessionId = (await findSessionOf(services.pool, token))?.sessionId ?? '';
  const program = await createAccessToken(services, technician, sessionId, { name: 'Logger' });

  const webhook = await createWebhook(services, laboratory.admin, {
    organization_id: laboratory.organizationId,
    name: 'Planning',
    url: 'https://receiver.example/',
    events: ['asset.overdue']
  });
  const run = (statement: string, values?: unknown[]) => execute(database.url, statement, values);
  await turnOnTotp(services, run, technician.userId);
  const asked = await command();
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('Private signing keys') });
  expect(asked.output).not.toMatch(/^\s+at /m);
  await confirmSecretKey(database.url, { secretKey: lost });

  expect(await command('--yes')).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      'Deleted: private signing keys (1), second factors (1), the password of the mail server, secrets of webhooks (1).'
    )
  });
  await confirmSecretKey(database.url, { secretKey: fresh });
  await expect(confirmSecretKey(database.url, { secretKey: lost })).rejects.toBeInstanceOf(WrongSecretKey);
  for (const dead of [token, program.token]) expect(await findSessionOf(services.pool, dead)).toBeNull();

  const after = { ...services, secretKey: fresh };
  const { email } = await getMe(after, technician);
  expect((await logIn(after, CLIENT, { email, password: PASSWORD, remember: true })).access_token).toBeTruthy();
  expect(await getEmailSettings(after, await superadmin(services))).toMatchObject({
    enabled: false,
    host: 'mail.example',
    has_password: false,
    password_unreadable: false
  });
  expect(await getWebhook(after, laboratory.admin, webhook.id)).toMatchObject({
    is_active: false,
    turned_off: 'secret_lost'
  });
  const next = await issued(after);
  expect(await pemOf(after)).not.toBe(pem);
  await validatePdf(await pdfOf(next.key), await pemOf(after));
  // The old one as it was, by the certificate that is in it.
  expect(await pdfOf(before.key)).toEqual(bytes);
  await validatePdf(bytes, pem);
  expect((await getCertificate(after, technician, before.id)).url).toContain(before.id);
  const { rows } = await execute(
    database.url,
    `SELECT actor_id FROM audit_log WHERE action = 'installation.secrets_forgotten'`
  );
  expect(rows).toEqual([{ actor_id: null }]);
});

test('a certificate whose file is lost too says that it has to come from a backup, and is not made with another key', async () => {
  const { id, key } = await issued({ ...services, secretKey: fresh });
  const third = { ...services, secretKey: randomBytes(32) };
  expect(
    await runCommand(database.url, 'forget-secrets', ['--yes'], '', { SECRET_KEY: third.secretKey.toString('hex') })
  ).toMatchObject({ code: 0 });
  await services.store.delete(key);
  await expect(getCertificate(third, laboratory.technician, id)).rejects.toMatchObject({ code: 'certificate_failed' });
});

test('with the right key nothing is dropped', async () => {
  const third = { ...services, secretKey: randomBytes(32) };
  const run = () =>
    runCommand(database.url, 'forget-secrets', ['--yes'], '', { SECRET_KEY: third.secretKey.toString('hex') });
  expect(await run()).toMatchObject({ code: 0 });
  const { key } = await issued(third);
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was deleted') });
  await validatePdf(await pdfOf(key), await pemOf(third));
});
