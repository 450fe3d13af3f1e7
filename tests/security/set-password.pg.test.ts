import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findSessionOf } from '#lib/server/auth/sessions.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { CLIENT, PASSWORD, superadmin } from '../support/people.ts';
import { runCommand } from '../support/run-command.ts';
import { turnOnTotp } from '../support/second-factor.ts';
import { testServices } from '../support/services.ts';

const NEXT = 'the bob of a plumb line';
let database: TestDatabase;
let services: Services;
let admin: PersonActor;
let email: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  admin = await superadmin(services);
  ({ email } = await getMe(services, admin));
});
afterAll(() => database.drop());

const setPassword = (address: string, typed: string) =>
  runCommand(database.url, 'set-password', [address], `${typed}\n`);
const signIn = (password: string) => logIn(services, CLIENT, { email, password, remember: true });

test('the only superadmin gets back in without mail; all sessions have ended, and it is in the audit log', async () => {
  const { access_token: old } = await signIn(PASSWORD);
  expect(await setPassword(email.toUpperCase(), NEXT)).toEqual({
    code: 0,
    output: `The password of ${admin.fullName} was changed. All other sessions have ended.\n`
  });
  await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await findSessionOf(services.pool, old)).toBeNull();
  const { access_token: fresh } = await signIn(NEXT);
  expect(await findSessionOf(services.pool, fresh)).not.toBeNull();
  const { rows } = await execute(
    database.url,
    `SELECT actor_id, resource_label FROM audit_log WHERE action = 'user.password_reset'`
  );
  expect(rows).toEqual([{ actor_id: null, resource_label: admin.fullName }]);
});

test('a second factor is kept, which the command says; for one that is lost it is told to remove it, too', async () => {
  const run = (statement: string, values?: unknown[]) => execute(database.url, statement, values);
  await turnOnTotp(services, run, admin.userId);
  const { code, output } = await setPassword(email, NEXT);
  expect(code).toBe(0);
  expect(output).toMatch(/second factor is still required.*--remove-second-factor/);
  await expect(signIn(NEXT)).rejects.toMatchObject({ code: 'second_factor_required' });

  const mistyped = await runCommand(database.url, 'set-password', [email, '--remove'], `${NEXT}\n`);
  expect(mistyped).toMatchObject({ code: 1, output: expect.stringContaining('Unknown option: --remove') });
  const removed = await runCommand(database.url, 'set-password', [email, '--remove-second-factor'], `${NEXT}\n`);
  expect(removed).toMatchObject({ code: 0, output: expect.stringContaining('The second factor was removed') });
  await signIn(NEXT);
  const { rows } = await run(
    `SELECT actor_id FROM audit_log WHERE action = 'user.second_factor_removed' AND resource_id = $1`,
    [admin.userId]
  );
  expect(rows).toEqual([{ actor_id: null }]);
});

test.each([
  ['nobody@laboratory.example', 'another plumb line', /No account has the address nobody@laboratory\.example/],
  ['no address', 'another plumb line', /Give the e-mail address/],
  [null, 'short', /cannot be used.*12/s],
  [null, '', /cannot be used/],
  [null, 'passwordpassword', /too easy to guess/]
])('%s with “%s” is refused in a sentence, and nothing changes', async (address, typed, said) => {
  const { code, output } = await setPassword(address ?? email, typed);
  expect(code).toBe(1);
  expect(output).toMatch(said);
  expect(output).not.toMatch(/^\s+at /m);
  await signIn(NEXT);
});
