import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signingKeySeal } from '#lib/server/certificates/signing-keys.ts';
import { MAIL_PASSWORD_SEAL, sealMailPassword } from '#lib/server/mail/seal-password.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';
import { totpSeal } from '#lib/server/secrets/totp-seal.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import { confirmSecretKey } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { webhookSecretSeal } from '#lib/server/webhooks/message-signature.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import {
  calibratedSide,
  exportFrom,
  importTo,
  picture,
  received,
  side,
  signedIn,
  workers,
  type Side
} from '../../../../../tests/support/installation-sides.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import { importInstallation } from './import-installation.ts';

const [THERE, HERE, LOST] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer];
const KEY = THERE.toString('hex');
const made: TestDatabase[] = [];
const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
let from: Side;
let to: Side;
let archive: Buffer;
const webhook = randomUUID();

/** As the start of an installation leaves its mark. */
async function marked(one: Side, secretKey: Buffer): Promise<Side> {
  made.push(one.database);
  await confirmSecretKey(asOwner(one.database.url), { secretKey });
  return one;
}

beforeAll(async () => {
  from = await marked(await calibratedSide({ secretKey: THERE }), THERE);
  const { url } = from.database;
  const sealed = (text: string, seal: Seal) => sealText(text, seal, { secretKey: THERE });
  await execute(url, 'INSERT INTO totp_secrets (user_id, sealed_secret, confirmed_at) VALUES ($1, $2, now())', [
    from.boss.userId,
    sealed('ABCDEF', totpSeal(from.boss.userId))
  ]);
  await execute(
    url,
    "UPDATE email_settings SET host = 'mail.example', from_address = 'lab@mail.example', sealed_password = $1",
    [sealMailPassword('open sesame', { secretKey: THERE })]
  );
  await execute(
    url,
    `INSERT INTO webhooks (id, organization_id, name, url, events, sealed_secret)
     SELECT $1, id, 'One', 'https://example.com/', '{calibration.recorded}', $2 FROM organizations LIMIT 1`,
    [webhook, sealed('whsec', webhookSecretSeal(webhook))]
  );
  ({ archive } = await exportFrom(from));
  to = await marked(await side({ secretKey: HERE, log }), HERE);
  await importTo(to, archive, false, { retire: true });
  to = { ...to, boss: await signedIn(to.database, from.boss) };
});
afterAll(async () => {
  for (const database of made) await database.drop();
});

type Row = Record<string, string | null>;
const rowsIn = async ({ database }: Side, statement: string) => (await execute(database.url, statement)).rows as Row[];

test('a check says that another key is needed, and what would be made anew without it; an import goes no further', async () => {
  const before = await picture(to);
  expect(await importTo(to, archive, true)).toMatchObject({
    state: 'done',
    result: {
      secret_key: 'other',
      made_anew: { signing_keys: 1, second_factors: 1, mail_password: true, webhooks: 1 }
    }
  });
  const outcome = await importTo(to, archive);
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'archive_refused' } });
  expect(outcome?.error?.detail).toMatch(/another SECRET_KEY.*secret_key_before.*retire_secrets/);
  const wrong = await importTo(to, archive, false, { keyBefore: LOST.toString('hex') });
  expect(wrong?.error?.detail).toMatch(/not the one that the archive was sealed with/);
  expect(await picture(to)).toBe(before);
});

test('without the key, the secrets are gone and nothing else: certificates stay, to verify what they signed', async () => {
  const keys = await rowsIn(to, 'SELECT certificate_pem, wrapped_private_key, is_current FROM signing_certificates');
  expect(keys.map(({ certificate_pem }) => certificate_pem).sort()).toEqual(
    (await rowsIn(from, 'SELECT certificate_pem FROM signing_certificates')).map((row) => row['certificate_pem']).sort()
  );
  for (const key of keys) expect(key).toMatchObject({ wrapped_private_key: null, is_current: false });
  expect(await rowsIn(to, 'SELECT * FROM totp_secrets')).toEqual([]);
  expect(await rowsIn(to, 'SELECT sealed_password, host FROM email_settings')).toEqual([
    { sealed_password: null, host: 'mail.example' }
  ]);
  expect(await rowsIn(to, 'SELECT turned_off, sealed_secret FROM webhooks')).toEqual([
    { turned_off: 'secret_lost', sealed_secret: null }
  ]);
  const audit = await rowsIn(to, "SELECT action FROM audit_log WHERE action LIKE 'installation.%' ORDER BY at, id");
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['installation.imported', 'installation.secrets_forgotten'])
  );
});

test('with the key, each secret is sealed again with the key of here; the key itself is kept nowhere', async () => {
  const { job_id } = await importInstallation(
    to.services,
    to.boss,
    { dry_run: false },
    received(archive, { keyBefore: KEY })
  );
  const [waiting] = await rowsIn(to, `SELECT request::text FROM operations WHERE id = '${job_id}'`);
  expect(waiting?.['request']).toMatch(/"sealed": "v1\./);
  await runOperation(to.services, job_id, workers);
  const [done] = await rowsIn(to, `SELECT state, error::text, result::text FROM operations WHERE id = '${job_id}'`);
  expect(done).toMatchObject({ state: 'done', error: null });
  expect(JSON.parse(done?.['result'] ?? '')).toMatchObject({ secret_key: 'resealed' });

  const opens = (text: string | null | undefined, seal: Seal) => openSealed(text ?? '', seal, { secretKey: HERE });
  const keys = await rowsIn(to, 'SELECT organization_id, wrapped_private_key FROM signing_certificates');
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    expect(opens(key['wrapped_private_key'], signingKeySeal(key['organization_id'] ?? null))).not.toBeNull();
  }
  const [totp] = await rowsIn(to, 'SELECT sealed_secret FROM totp_secrets');
  expect(opens(totp?.['sealed_secret'], totpSeal(from.boss.userId))).toBe('ABCDEF');
  const [mail] = await rowsIn(to, 'SELECT sealed_password FROM email_settings');
  expect(opens(mail?.['sealed_password'], MAIL_PASSWORD_SEAL)).toBe('open sesame');
  const [hook] = await rowsIn(to, 'SELECT sealed_secret, is_active::text FROM webhooks');
  expect(opens(hook?.['sealed_secret'], webhookSecretSeal(webhook))).toBe('whsec');
  expect(hook?.['is_active']).toBe('true');

  for (const table of ['operations', 'audit_log', 'graphile_worker._private_jobs']) {
    const text = (await rowsIn(to, `SELECT t::text AS t FROM ${table} t`)).map(({ t }) => t).join('\n');
    expect([table, text.includes(KEY), text.includes('sealed": "v1.')]).toEqual([table, false, false]);
  }
  expect(logged.join('')).not.toContain(KEY);
});
