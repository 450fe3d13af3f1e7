/** What only the running service shows of accounts: mails that leave by the queue, and answers that tell nothing. */
import { appendFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, eventually } from '../support/api.ts';
import { execute } from '../support/database.ts';
import { PASSWORD } from '../support/laboratory.ts';
import { tokenIn } from '../support/mail.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts';

const FOUNDER = { email: 'founder@laboratory.example', password: PASSWORD };
let smtp: TestSmtp;
// Its own, for the mail settings are the whole installation's.
let server: RunningServer;
let data: Awaited<ReturnType<typeof copyDataDir>>;
let databaseUrl: string;
const as = (token: string | null) => apiOf(token, server.baseUrl);
const anybody: ReturnType<typeof apiOf> = (...asked) => as(null)(...asked);

beforeAll(async () => {
  smtp = await startSmtp();
  data = await copyDataDir(STARTED);
  server = await startServer({ dataDir: data.path });
  databaseUrl = await databaseUrlOf(data.path);
  await anybody('POST', '/auth/register', { ...FOUNDER, full_name: 'Ada Founder' });
  const { body } = await anybody<{ access_token: string }>('POST', '/auth/login', FOUNDER);
  const settings = {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    from_address: 'plumbline@laboratory.example'
  };
  const { status } = await as(body.access_token)('PUT', '/admin/email-settings', { enabled: true, ...settings });
  expect(status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await data.remove();
  await smtp.close();
});

const mailTo = (email: string) =>
  eventually(() => Promise.resolve(smtp.mails.findLast(({ to }) => to.includes(email))?.source));

test('register, verify by the mail, forget the password, choose another by the mail', async () => {
  const email = `wanda-${Date.now()}@laboratory.example`;
  const registered = await anybody('POST', '/auth/register', { email, password: PASSWORD, full_name: 'Wanda' });
  expect(registered).toMatchObject({ status: 201, body: { is_verified: false } });
  expect((await anybody('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(403);
  const address = `/auth/verify-email?token=${tokenIn(await mailTo(email))}`;
  // Who only looks at the address, as scanners of mails do, uses nothing up.
  const looked = await fetch(`${server.baseUrl}/api/v1${address}`, { method: 'HEAD' });
  expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'GET']);
  const verified = await anybody<{ access_token: string }>('GET', address);
  expect(await as(verified.body.access_token)('GET', '/users/me')).toMatchObject({ body: { is_verified: true } });
  smtp.mails.length = 0;
  expect((await anybody('POST', '/auth/forgot-password', { email })).status).toBe(200);
  const body = { token: tokenIn(await mailTo(email)), new_password: 'the bob of a plumb line' };
  const reset = await anybody<{ access_token: string }>('POST', '/auth/reset-password', body);
  expect(reset.status).toBe(200);
  expect((await as(verified.body.access_token)('GET', '/users/me')).status).toBe(401);
  expect((await as(reset.body.access_token)('GET', '/users/me')).status).toBe(200);
  expect(await anybody('POST', '/auth/reset-password', body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_token' }
  });
});

/** Chance that a time taken of one kind is longer than one of the other: 0.5 where they tell nothing. */
function auc(known: readonly number[], unknown: readonly number[]): number {
  const wins = known.map((a) => unknown.filter((b) => a > b).length + unknown.filter((b) => a === b).length / 2);
  return wins.reduce((sum, n) => sum + n, 0) / (known.length * unknown.length);
}

/** ENUMERATION_PAIRS=500: as many as a statement about small differences needs; a whole test run contents itself with fewer. */
const PAIRS = process.env['ENUMERATION_PAIRS'] === undefined ? null : Number(process.env['ENUMERATION_PAIRS']);
const UNVERIFIED = 'nobody-has-verified@laboratory.example';

describe.each([
  ['/auth/forgot-password', FOUNDER.email, {}, 40],
  ['/auth/resend-verification', UNVERIFIED, {}, 40],
  ['/auth/login', FOUNDER.email, { password: 'not the password' }, 25]
] as const)('%s', (path, known, given, few) => {
  const pairs = PAIRS ?? few;
  test(
    'answers known and unknown addresses alike: status, body, and time',
    async () => {
      await anybody('POST', '/auth/register', { email: UNVERIFIED, password: PASSWORD, full_name: 'Una' });
      const ask = async (email: string) => {
        // The limits are another matter; they count both alike.
        await execute(databaseUrl, 'DELETE FROM login_attempts');
        const begun = performance.now();
        const { status, body } = await anybody('POST', path, { email, ...given });
        return { ms: performance.now() - begun, said: JSON.stringify([status, body]) };
      };
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const said = new Set<string>();
      for (let i = 0; i < pairs; i++) {
        const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of order) {
          const answer = await ask(kind === 'known' ? known : 'nobody-at-all@laboratory.example');
          times[kind].push(answer.ms);
          said.add(answer.said);
        }
      }
      expect(said.size).toBe(1);
      const found = auc(times.known, times.unknown);
      const report = process.env['ENUMERATION_REPORT'];
      if (report !== undefined) await appendFile(report, `${path} ${pairs} pairs: AUC ${found.toFixed(4)}\n`);
      // Few pairs only find a gross difference: three standard errors of a tie at their number.
      expect(Math.abs(found - 0.5)).toBeLessThan(Math.max(0.1, 3 / Math.sqrt(6 * pairs)));
    },
    60_000 + pairs * 2000
  );
});
