import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { verifyAuditChains } from '#lib/server/db/audit-chain.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { organizationOf, person } from '../support/people.ts';
import { runCommand } from '../support/run-command.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
let founder: PersonActor;
let lab: Organization;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  ({ founder, organization: lab } = await organizationOf(services, await person(services, 'technician')));
  await Promise.all(Array.from({ length: 5 }, (_, i) => addRoom(`Room ${i}`)));
});
afterAll(() => database.drop());

const addRoom = (name: string) =>
  createLocation(services, founder, { name, organization_id: lab.id, is_calibration_lab: false });

const verify = () => runCommand(database.url, 'verify-audit');

/** What somebody with the database's superuser could do, past the triggers. */
const tamper = (statement: string) =>
  execute(
    database.url,
    `BEGIN; ALTER TABLE audit_log DISABLE TRIGGER USER; ${statement}; ALTER TABLE audit_log ENABLE TRIGGER USER; COMMIT`
  );

test('a log that nobody touched is sound, also while it grows', async () => {
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('2 of 2 chains are intact') });
  const growing = Array.from({ length: 20 }, (_, i) => addRoom(`Meanwhile ${i}`));
  for (let i = 0; i < 10; i++) {
    expect((await verifyAuditChains(database.pool)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
  }
  await Promise.all(growing);
});

test('neither the app nor the owner of the schema changes or removes an entry', async () => {
  for (const statement of [
    "UPDATE audit_log SET actor_name = 'Nobody'",
    'DELETE FROM audit_log',
    'TRUNCATE audit_log'
  ]) {
    await expect(execute(database.url, statement)).rejects.toThrow(/append-only/);
  }
});

test('a changed entry is found, and the chain that it is in', async () => {
  await tamper(`UPDATE audit_log SET actor_name = 'Somebody Else' WHERE chain = '${lab.id}' AND number = 3`);
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringMatching(new RegExp(`chain of ${lab.id} is broken at entry 3.\\s+1 of 2 chains are intact`))
  });
});

test('so are an entry that is gone and a last one that is cut off', async () => {
  const { rows } = await execute(
    database.url,
    `SELECT max(number)::int AS last FROM audit_log WHERE chain = '${lab.id}'`
  );
  const { last } = rows[0] as { last: number };
  await tamper(`DELETE FROM audit_log WHERE chain = nobody() AND number = 1`);
  await tamper(`UPDATE audit_log SET actor_name = 'A technician' WHERE chain = '${lab.id}' AND number = 3`);
  await tamper(`DELETE FROM audit_log WHERE chain = '${lab.id}' AND number = ${last}`);
  expect(await verifyAuditChains(database.pool)).toEqual([
    { organizationId: null, entries: 0, lastHash: null, brokenAt: 1 },
    { organizationId: lab.id, entries: last - 1, lastHash: expect.any(Buffer), brokenAt: last }
  ]);
});
