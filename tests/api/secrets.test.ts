/** After a day with every kind of secret, neither a dump of the database nor the log at its most talkative holds one in clear. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrapPrivateKey } from '#lib/server/certificates/signing-keys.ts';
import type { SecondFactorDue } from '#lib/contracts/second-factor.ts';
import { apiOf, eventually } from '../support/api.ts';
import { execute } from '../support/database.ts';
import { dumpOf } from '../support/dump.ts';
import { tokenIn } from '../support/mail.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { codeAt } from '../support/second-factor.ts';
import { databaseUrlOf, makeDataDir, startServer } from '../support/server.ts';
import { startSmtp } from '../support/smtp-server.ts';

const SECRET_KEY = 'c0ffee'.repeat(11).slice(0, 64);
const PASSWORDS = {
  founder: 'perpendicular-founder-7391',
  changed: 'perpendicular-changed-5527',
  reset: 'perpendicular-reset-90210',
  wrong: 'perpendicular-wrong-1123',
  mail: 'perpendicular-mail-4471'
};
const FOUNDER = 'founder@laboratory.example';
const SECOND = 'second@laboratory.example';

/** Secrets by what they are. */
const secrets = new Map<string, string>(Object.entries(PASSWORDS));
let dump: string;
let log: string;
let hashes: ReadonlySet<string>;

beforeAll(async () => {
  const account = { user: 'plumbline', pass: PASSWORDS.mail };
  const smtp = await startSmtp({ account, allowInsecureAuth: true });
  const data = await makeDataDir();
  const server = await startServer({ dataDir: data.path, env: { LOG_LEVEL: 'trace', SECRET_KEY } });
  const databaseUrl = await databaseUrlOf(data.path);
  const as = (token: string | null) => apiOf(token, server.baseUrl);
  const ask = async <T>(
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    status = 200
  ): Promise<T> => {
    const answer = await as(token)<T>(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(status);
    return answer.body;
  };
  const keep = (what: string, secret: string) => (secrets.set(what, secret), secret);
  const signIn = async (email: string, password: string, remember: boolean) =>
    (await ask<{ access_token: string }>(null, 'POST', '/auth/login', { email, password, remember })).access_token;
  const mailed = async (what: string, email: string, asked: () => Promise<unknown>) => {
    smtp.mails.length = 0;
    await asked();
    // A notice may come meanwhile, as of the second factor that was turned on.
    const token = await eventually(async () => {
      const tokens = smtp.mails.filter(({ to }) => to.includes(email)).map(({ source }) => tokenIn(source));
      return tokens.findLast((found) => found !== '');
    });
    return keep(what, token);
  };

  await ask(
    null,
    'POST',
    '/auth/register',
    { email: FOUNDER, password: PASSWORDS.founder, full_name: 'Ada Founder' },
    201
  );
  const founder = keep('remembered session', await signIn(FOUNDER, PASSWORDS.founder, true));
  keep('brief session', await signIn(FOUNDER, PASSWORDS.founder, false));
  await ask(null, 'POST', '/auth/login', { email: FOUNDER, password: PASSWORDS.wrong }, 401);
  keep(
    'access token',
    (await ask<{ token: string }>(founder, 'POST', '/users/me/access-tokens', { name: 'Program' }, 201)).token
  );
  const mail = { host: '127.0.0.1', port: smtp.port, security: 'none', username: account.user, password: account.pass };
  await ask(founder, 'PUT', '/admin/email-settings', {
    ...mail,
    from_address: 'plumbline@laboratory.example',
    enabled: true
  });
  await ask(founder, 'POST', '/admin/email-settings/test', { to: FOUNDER }, 204);

  const verifying = await mailed('verification token, used', SECOND, () =>
    ask(null, 'POST', '/auth/register', { email: SECOND, password: PASSWORDS.changed, full_name: 'Sid Second' }, 201)
  );
  keep(
    'session of verification',
    (await ask<{ access_token: string }>(null, 'GET', `/auth/verify-email?token=${verifying}`)).access_token
  );
  const resetting = await mailed('reset token, used', SECOND, () =>
    ask(null, 'POST', '/auth/forgot-password', { email: SECOND })
  );
  const reset = { token: resetting, new_password: PASSWORDS.reset };
  const second = keep(
    'session of reset',
    (await ask<{ access_token: string }>(null, 'POST', '/auth/reset-password', reset)).access_token
  );
  const totp = await ask<{ secret: string }>(second, 'PUT', '/users/me/totp');
  keep('secret of an authenticator app', totp.secret);
  const code = codeAt(totp.secret, new Date());
  const { recovery_codes } = await ask<{ recovery_codes: string[] }>(second, 'POST', '/users/me/totp', { code });
  for (const [i, recovery] of recovery_codes.entries()) keep(`recovery code ${i}`, recovery);
  const due = await ask<{ context: SecondFactorDue }>(
    null,
    'POST',
    '/auth/login',
    { email: SECOND, password: PASSWORDS.reset },
    403
  );
  const { challenge } = due.context;
  keep('challenge', challenge);
  const finished = { challenge, recovery_code: recovery_codes[0] };
  keep(
    'session of a second factor',
    (await ask<{ access_token: string }>(null, 'POST', '/auth/second-factor', finished)).access_token
  );
  await mailed('reset token, live', SECOND, () => ask(null, 'POST', '/auth/forgot-password', { email: SECOND }));
  await mailed('verification token, live', 'third@laboratory.example', () =>
    ask(
      null,
      'POST',
      '/auth/register',
      { email: 'third@laboratory.example', password: PASSWORDS.founder, full_name: 'Third' },
      201
    )
  );
  const picture = await fetch(`${server.baseUrl}/api/v1/users/me/profile-picture`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${second}`, 'Content-Type': 'image/png' },
    body: ONE_PIXEL_PNG
  });
  const { profile_picture_url } = (await picture.json()) as { profile_picture_url: string };
  keep('signature of a file', new URL(profile_picture_url, server.baseUrl).searchParams.get('signature') ?? '');
  expect((await fetch(new URL(profile_picture_url, server.baseUrl))).status).toBe(200);

  const organization_id = (await ask<{ id: string }>(founder, 'POST', '/organizations', { name: 'Laboratory' }, 201))
    .id;
  const asset = await ask<{ id: string }>(
    founder,
    'POST',
    '/assets',
    { asset_id: 'A-1', name: 'Asset', organization_id },
    201
  );
  const calibration = {
    asset_ref: asset.id,
    kind: 'external',
    calibration_date: '2026-03-04',
    lab_name: 'L',
    lab_certificate_number: 'N'
  };
  const curve = { model: 'none', coefficients: [], expanded_uncertainty: 0.03, coverage_factor: 2 };
  const { id } = await ask<{ id: string }>(
    founder,
    'POST',
    '/calibrations',
    { ...calibration, coefficients_only: curve },
    201
  );
  const { url } = await ask<{ url: string }>(founder, 'GET', `/calibrations/${id}/certificate`);
  const signed = new URL(url, server.baseUrl);
  expect((await fetch(signed)).status).toBe(200);
  for (const [name, value] of signed.searchParams) if (/sig/i.test(name)) keep('signature of a certificate', value);
  const { rows } = await execute(databaseUrl, `SELECT organization_id, wrapped_private_key FROM signing_certificates`);
  const [key] = rows as { organization_id: string; wrapped_private_key: string }[];
  const pem = unwrapPrivateKey(
    key?.wrapped_private_key ?? '',
    { secretKey: Buffer.from(SECRET_KEY, 'hex') },
    key?.organization_id ?? null
  );
  keep('signing key', pem.replaceAll(/-----[^-]+-----|\s/g, '').slice(40, 140));
  keep('secret key', SECRET_KEY);
  keep('secret key, in base64', Buffer.from(SECRET_KEY, 'hex').toString('base64'));

  // A mail that cannot leave stays in the queue, with all that the queue says of it.
  await smtp.close();
  await ask(null, 'POST', '/auth/resend-verification', { email: 'third@laboratory.example' });
  await ask(null, 'POST', '/auth/forgot-password', { email: FOUNDER });
  await eventually(async () => {
    const failed = await execute(databaseUrl, `SELECT FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`);
    return (failed.rowCount ?? 0) > 0;
  });
  // A mail that is tried again has a new token: what was dumped and what was stored are of the same moment.
  await eventually(async () => {
    const before = await storedHashes(databaseUrl);
    dump = await dumpOf(databaseUrl);
    hashes = await storedHashes(databaseUrl);
    return [...before].join() === [...hashes].join();
  });
  await server.stop();
  log = server.output();
  await data.remove();
}, 240_000);
afterAll(() => {
  secrets.clear();
});

async function storedHashes(databaseUrl: string): Promise<ReadonlySet<string>> {
  const stored = await execute(
    databaseUrl,
    `SELECT id AS hash FROM sessions UNION SELECT token_sha256 FROM access_tokens UNION SELECT token_sha256 FROM account_tokens
     ORDER BY hash`
  );
  return new Set((stored.rows as { hash: string }[]).map(({ hash }) => hash));
}

/** As it is, in hex, and in base64 at each of its three offsets. */
const formsOf = (secret: string): string[] => {
  const shifted = [0, 1, 2].map((offset) => {
    const text = Buffer.from(' '.repeat(offset) + secret).toString('base64');
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  return [secret, Buffer.from(secret).toString('hex'), encodeURIComponent(secret), ...shifted];
};
const holds = (text: string, secret: string) => formsOf(secret).some((form) => text.includes(form));

describe.each([
  ['the database', () => dump],
  ['the log', () => log]
])('%s', (_where, read) => {
  test('holds none of the secrets that were used, in clear, hex or base64', () => {
    expect(secrets.size).toBeGreaterThanOrEqual(18);
    expect([...secrets].filter(([, secret]) => secret.length < 16).map(([what]) => what)).toEqual([]);
    expect([...secrets].filter(([, secret]) => holds(read(), secret)).map(([what]) => what)).toEqual([]);
    expect(read()).not.toMatch(/PRIVATE KEY/);
  });

  test('holds no word whose hash would let somebody in', () => {
    expect(hashes.size).toBeGreaterThanOrEqual(7);
    const words = new Set(read().match(/[\w-]{32,}/g) ?? []);
    const live = [...words].filter((word) => hashes.has(createHash('sha256').update(word).digest('hex')));
    expect(live).toEqual([]);
  });
});

test('the search finds what is there: addresses and hashes in the database, requests in the log', () => {
  expect(holds(dump, SECOND)).toBe(true);
  for (const hash of hashes) expect(dump).toContain(hash);
  expect(log).toMatch(/"route":"\/api\/v1\/auth\/verify-email"/);
  expect(log.split('\n').length).toBeGreaterThan(30);
});

test('passwords are stored as argon2id with the parameters of the design', () => {
  const stored = dump.match(/\$argon2id\$\S+/g) ?? [];
  expect(stored.length).toBeGreaterThanOrEqual(3);
  for (const form of stored) expect(form).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
