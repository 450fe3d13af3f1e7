import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { PASSWORD, joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createUser } from './create-user.ts';
import { getMe, getUser, listUsers } from './read-users.ts';
import { updateMe } from './update-me.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let admin: PersonActor;
let technician: PersonActor;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  admin = await person(services, 'admin', 'Ann Admin');
  technician = await person(services, 'technician', 'Tess Technician');
});
afterAll(() => database.drop());

const make = (actor: PersonActor, role: 'technician' | 'superadmin', email: string) =>
  createUser(services, actor, { email, password: PASSWORD, full_name: 'New Person', role });

test('an admin makes verified accounts; a superadmin is made by a superadmin alone', async () => {
  expect(await make(admin, 'technician', 'new@laboratory.example')).toMatchObject({
    is_verified: true,
    language: 'en'
  });
  await expect(make(admin, 'superadmin', 'boss2@laboratory.example')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await make(boss, 'superadmin', 'boss2@laboratory.example')).toMatchObject({ role: 'superadmin' });
  await expect(make(admin, 'technician', 'new@laboratory.example')).rejects.toMatchObject({ code: 'email_taken' });
});

test('a refused account leaves no row of history behind', async () => {
  const labels = await transaction(database.pool, SYSTEM, (tx) =>
    tx.anyFirst(sql.unsafe`SELECT resource_label FROM audit_log WHERE resource_label = 'New Person'`)
  );
  expect(labels).toHaveLength(2);
});

test('people are seen whole by admins and by themselves, by others as a summary without the address', async () => {
  const whole = await getMe(services, technician);
  expect(whole.email).toContain('@');
  expect(await getUser(services, technician, technician.userId)).toEqual(whole);
  expect(await getUser(services, admin, technician.userId)).toEqual(whole);
  expect(await getUser(services, technician, admin.userId)).toEqual({
    id: admin.userId,
    full_name: 'Ann Admin',
    role: 'admin',
    profile_picture_url: null
  });
});

test('who is deactivated is listed to admins alone, and addresses are searched by admins alone', async () => {
  const leaver = await person(services, 'technician', 'Lea Leaver');
  await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [leaver.userId]);
  const names = async (actor: PersonActor, q?: string) =>
    (await listUsers(services, actor, { limit: 50, q })).items.map((user) => user.full_name);
  expect(await names(admin)).toContain('Lea Leaver');
  expect(await names(technician)).not.toContain('Lea Leaver');
  expect(await names(admin, 'new@lab')).toEqual(['New Person']);
  expect(await names(technician, 'new@lab')).toEqual([]);
  expect(await names(technician, 'ANN')).toEqual(['Ann Admin']);
});

test('one’s own name and language are changed, recorded, and stamp the memberships that devices hold', async () => {
  const { organization } = await organizationOf(services, admin);
  await joined(services, technician, organization.id);
  const stamp = () =>
    transaction(database.pool, SYSTEM, (tx) =>
      tx.oneFirst(sql.unsafe`SELECT seq FROM memberships WHERE user_id = ${technician.userId}`)
    ) as Promise<number>;
  const before = await stamp();
  const changed = await updateMe(services, technician, 'session', { full_name: 'Tess Turner', language: 'de' }, null);
  expect(changed).toMatchObject({ full_name: 'Tess Turner', language: 'de' });
  expect(await stamp()).toBeGreaterThan(before);
  const changes = await transaction(database.pool, SYSTEM, (tx) =>
    tx.oneFirst(sql.unsafe`SELECT changes FROM audit_log WHERE action = 'user.updated'`)
  );
  expect(changes).toEqual({
    full_name: { old: 'Tess Technician', new: 'Tess Turner' },
    language: { old: 'en', new: 'de' }
  });
});

test('a new address needs the current password and must be free', async () => {
  const change = (current_password: string | undefined, email: string) =>
    updateMe(services, technician, 'session', { email, ...(current_password ? { current_password } : {}) }, null);
  await expect(change(undefined, 'tess@laboratory.example')).rejects.toMatchObject({ name: 'InvalidInput' });
  await expect(change('wrong password', 'tess@laboratory.example')).rejects.toMatchObject({
    code: 'invalid_credentials'
  });
  await expect(change(PASSWORD, 'new@laboratory.example')).rejects.toMatchObject({ code: 'email_taken' });
  expect(await change(PASSWORD, 'tess@laboratory.example')).toMatchObject({ email: 'tess@laboratory.example' });
});
