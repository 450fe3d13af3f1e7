import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#lib/server/db/pool.ts';
import { forgotPassword } from '#lib/server/use-cases/accounts/ask-for-mail.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { CLIENT, PASSWORD, person } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import { asOwner } from '../support/template-database.ts';

let database: TestDatabase;
let one: Services;
let other: Services;
let pool: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  one = await testServices(database);
  // What another process of the same installation has: connections, and nothing else in common.
  pool = await openPool(asOwner(database.url), 3);
  other = { ...(await testServices(database)), pool };
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const turn = (number: number) => (number % 2 === 0 ? one : other);
const refused = { code: 'too_many_requests' };

test('guesses that are spread over two processes are counted together', async () => {
  const { email } = await getMe(one, await person(one, 'technician'));
  const guess = (services: Services, password: string) => logIn(services, CLIENT, { email, password, remember: true });
  for (let i = 0; i < 10; i++) {
    await expect(guess(turn(i), 'not the password')).rejects.toMatchObject({ code: 'invalid_credentials' });
  }
  for (const services of [one, other]) await expect(guess(services, PASSWORD)).rejects.toMatchObject(refused);
});

test('so are mails that are asked for', async () => {
  const client = { ...CLIENT, address: '192.0.2.77' };
  const ask = (services: Services) => forgotPassword(services, client, { email: 'nobody@laboratory.example' });
  for (let i = 0; i < 5; i++) await ask(turn(i));
  for (const services of [one, other]) await expect(ask(services)).rejects.toMatchObject(refused);
});
