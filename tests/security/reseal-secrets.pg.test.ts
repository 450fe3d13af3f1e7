import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureSigningCertificate } from '#lib/server/use-cases/certificates/ensure-signing-certificate.ts';
import { getEmailSettings, updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import { renewWebhookSecret } from '#lib/server/use-cases/webhooks/change-webhook.ts';
import { confirmSecretKey, markResealed, WrongSecretKey } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { resealSecrets } from '#lib/server/use-cases/secrets/reseal-secrets.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { organizationOf, person, refreshed, superadmin } from '../support/people.ts';
import { runCommand } from '../support/run-command.ts';
import { turnOnTotp } from '../support/second-factor.ts';
import { testServices } from '../support/services.ts';

const [first, second, third] = [1, 2, 3].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer];
let database: TestDatabase;
let services: Services;
let organizations: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database, { secretKey: first });
  const founder = await person(services, 'technician');
  await turnOnTotp(services, (statement, values) => execute(database.url, statement, values), founder.userId);
  organizations = await Promise.all(
    ['North', 'South', 'West', 'East'].map(async (name) => {
      const { organization } = await organizationOf(services, founder, { name });
      return organization.id;
    })
  );
  // Two secrets: the present one and the one before it.
  const owner = await refreshed(services, founder);
  const [organization_id = ''] = organizations;
  const { id } = await createWebhook(services, owner, {
    organization_id,
    name: 'Planning',
    url: 'https://receiver.example/',
    events: ['asset.overdue']
  });
  await renewWebhookSecret(services, owner, id);
  const settings = { host: 'mail.example', from_address: 'lab@mail.example', username: 'lab', password: 'of the mail' };
  await updateEmailSettings(services, await superadmin(services), settings, null);
});
afterAll(() => database.drop());

const withSecrets = (secretKey: Buffer, secretKeyBefore?: Buffer): Services => ({
  ...services,
  secretKey,
  secretKeyBefore
});
const keyOf = (of: Services, organizationId: string | null) =>
  ensureSigningCertificate(of, { organizationId, name: 'Laboratory' });
const mailOf = async (of: Services) => (await getEmailSettings(of, await superadmin(services))).password_unreadable;

test('while the app works with both secrets everything is sealed with the new one, and the old one opens nothing', async () => {
  const [north = '', south = '', ...others] = organizations;
  const before = [await keyOf(services, north), await keyOf(services, null)];
  const both = withSecrets(second, first);
  // Keys are used, and made, while they are sealed anew.
  const working = [north, south, ...others, null].flatMap((id) => [keyOf(both, id), keyOf(both, id)]);
  const [resealing, ...keys] = await Promise.all([resealSecrets(both), ...working]);
  expect(resealing.unreadable).toEqual([]);
  expect(resealing.done).toBe(7);
  expect(await mailOf(both)).toBe(false);

  const after = withSecrets(second);
  expect([await keyOf(after, north), await keyOf(after, null)]).toEqual(before);
  expect(keys).toEqual(
    expect.arrayContaining(await Promise.all([...organizations, null].map((id) => keyOf(after, id))))
  );
  expect(await mailOf(after)).toBe(false);
  await expect(keyOf(services, north)).rejects.toThrow('does not open');
  expect(await mailOf(services)).toBe(true);
  expect(await resealSecrets(both)).toEqual({ done: 0, already: 10, unreadable: [] });
});

test('the command says what it did, names what opens with neither key, and goes on with the rest', async () => {
  const command = () =>
    runCommand(database.url, 'reseal-secrets', [], '', {
      SECRET_KEY: third.toString('hex'),
      SECRET_KEY_BEFORE: second.toString('hex')
    });
  const moved = organizations[0] ?? '';
  await execute(
    database.url,
    `UPDATE signing_certificates SET wrapped_private_key =
       (SELECT wrapped_private_key FROM signing_certificates WHERE organization_id = $1) WHERE organization_id = $2`,
    [organizations[1], moved]
  );
  const stopped = await command();
  expect(stopped.code).toBe(1);
  expect(stopped.output).toContain('9 re-encrypted, 0 already used the new key.');
  expect(stopped.output).toMatch(
    new RegExp(`Cannot be decrypted with either key: the signing key [0-9a-f-]{36} of ${moved}\\.`)
  );
  await execute(database.url, 'DELETE FROM signing_certificates WHERE organization_id = $1', [moved]);
  expect(await command()).toMatchObject({
    code: 0,
    output: '0 re-encrypted, 9 already used the new key.\nSECRET_KEY_BEFORE is no longer needed.\n'
  });
  expect(await mailOf(withSecrets(third))).toBe(false);
});

test('the command says which settings it needs', async () => {
  const { code, output } = await runCommand(database.url, 'reseal-secrets');
  expect(code).toBe(1);
  expect(output).toContain('Set SECRET_KEY_BEFORE to the key that is being replaced');
});

test('the key is confirmed before anything is served: by its mark, or by what an earlier version has sealed', async () => {
  const { url } = database;
  const fourth = randomBytes(32);
  await execute(url, 'UPDATE installation SET secret_key_mark = NULL');
  // What the tests above have left is sealed with the third.
  await expect(confirmSecretKey(url, { secretKey: fourth })).rejects.toThrow(
    'is not the key that this database is encrypted with'
  );
  await confirmSecretKey(url, { secretKey: third });
  await confirmSecretKey(url, { secretKey: third });
  await expect(confirmSecretKey(url, { secretKey: fourth })).rejects.toBeInstanceOf(WrongSecretKey);
  // While it is replaced both are needed, until everything is sealed anew; then the old one is refused.
  await confirmSecretKey(url, { secretKey: fourth, secretKeyBefore: third });
  await expect(confirmSecretKey(url, { secretKey: fourth })).rejects.toBeInstanceOf(WrongSecretKey);
  await markResealed(url, { secretKey: fourth });
  await confirmSecretKey(url, { secretKey: fourth });
  await expect(confirmSecretKey(url, { secretKey: third })).rejects.toBeInstanceOf(WrongSecretKey);
});
