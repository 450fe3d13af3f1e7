/** Recalls and files by statements that the application never makes: the database knows whose they are. */
import { randomUUID } from 'node:crypto';
import { sql, type FragmentSqlToken } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { joined, organizationOf, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';

let database: TestDatabase;
let services: Services;
let here: CalibratedLaboratory;
/** A technician of another organization, which is private and has a recall of its own that concerns a calibration from here. */
let stranger: PersonActor;
let elsewhere: string;
let theirs: { readonly recall: string; readonly calibration: string };
let calibration: string;
/** In no recall. */
let free: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  here = await calibratedLaboratory(services);
  calibration = (await recorded(services, here.technician, internalBody(here))).id;
  free = (await recorded(services, here.technician, internalBody(here))).id;
  const { organization, founder } = await organizationOf(services, await person(services, 'admin'), { private: true });
  elsewhere = organization.id;
  stranger = await joined(services, await person(services, 'technician'), elsewhere);
  const other = await calibratedLaboratory(services);
  const of = (await recorded(services, other.technician, internalBody(other))).id;
  await execute(database.url, 'UPDATE organizations SET private = true WHERE id = $1', [other.organizationId]);
  theirs = { recall: randomUUID(), calibration: of };
  await execute(
    database.url,
    `INSERT INTO recalls (id, organization_id, calibration_id, asset_id, cause, state, started_by, started_by_name, started_by_role)
     SELECT $1, organization_id, id, asset_id, 'voided', 'ready', $3, 'Olga', 'admin' FROM calibrations WHERE id = $2`,
    [theirs.recall, of, founder.userId]
  );
  for (const id of [of, calibration])
    await execute(
      database.url,
      `INSERT INTO recall_lines (organization_id, recall_id, calibration_id, round, depth, class)
       SELECT organization_id, $1, id, 1, 1, 'unchanged' FROM calibrations WHERE id = $2`,
      [theirs.recall, id]
    );
});
afterAll(() => database.drop());

const attempt = (actor: PersonActor, statement: FragmentSqlToken) =>
  transaction(services.pool, actor, (tx) => tx.query(sql.unsafe`${statement}`));
const decision = (organizationId: string, calibrationId: string, by: string) => sql.fragment`
  INSERT INTO recall_decisions (organization_id, id, recall_id, calibration_id, disposition, reason, decided_by, decided_by_name, decided_by_role)
  VALUES (${organizationId}, ${randomUUID()}, ${theirs.recall}, ${calibrationId}, 'no_action', 'forged', ${by}, 'Olga', 'admin')`;

test('nobody decides on a calibration of another organization by calling it their own', async () => {
  await expect(attempt(stranger, decision(elsewhere, theirs.calibration, stranger.userId))).rejects.toThrow();
  await expect(execute(database.url, decisionAsOwner(elsewhere, theirs.calibration))).rejects.toThrow(/foreign key/);
});

test('nobody decides in a recall that they cannot see, or in the name of another', async () => {
  const { technician, admin, organizationId } = here;
  await expect(attempt(technician, decision(organizationId, calibration, technician.userId))).rejects.toThrow();
  await execute(database.url, 'UPDATE organizations SET private = false');
  await expect(attempt(technician, decision(organizationId, calibration, admin.userId))).rejects.toThrow();
  await attempt(technician, decision(organizationId, calibration, technician.userId));
  await execute(database.url, 'UPDATE organizations SET private = true WHERE id = $1', [elsewhere]);
});

test('lines are of the organization of their calibration, and only the server writes them', async () => {
  const line = (organizationId: string) => `
    INSERT INTO recall_lines (organization_id, recall_id, calibration_id, round, depth, class)
    SELECT '${organizationId}', '${theirs.recall}', reference_calibration_id, 1, 1, 'unchanged' FROM calibrations WHERE id = '${calibration}'`;
  await expect(execute(database.url, line(elsewhere))).rejects.toThrow(/foreign key/);
  const own = sql.fragment`
    INSERT INTO recall_lines (organization_id, recall_id, calibration_id, round, depth, class)
    VALUES (${here.organizationId}, ${theirs.recall}, ${free}, 1, 1, 'unchanged')`;
  await expect(attempt(here.technician, own)).rejects.toThrow();
});

test('a recall is of the organization of its calibration', async () => {
  await expect(
    execute(
      database.url,
      `INSERT INTO recalls (id, organization_id, calibration_id, asset_id, cause, state, started_by, started_by_name, started_by_role)
       SELECT gen_random_uuid(), $1, id, asset_id, 'voided', 'ready', $3, 'x', 'admin' FROM calibrations WHERE id = $2`,
      [elsewhere, calibration, stranger.userId]
    )
  ).rejects.toThrow(/foreign key/);
});

test('files belong to records of their organization, and are added in one’s own name', async () => {
  const { technician, admin, organizationId, asset } = here;
  const file = (by: string) => sql.fragment`
    INSERT INTO attachments (id, organization_id, asset_id, name, media_type, bytes, sha256, uploaded_by)
    VALUES (${randomUUID()}, ${organizationId}, ${asset.id}, 'a.txt', 'text/plain', 1, repeat('0', 64), ${by})`;
  await expect(attempt(technician, file(admin.userId))).rejects.toThrow();
  await attempt(technician, file(technician.userId));
  await expect(
    execute(database.url, `UPDATE attachments SET organization_id = '${elsewhere}' WHERE asset_id = '${asset.id}'`)
  ).rejects.toThrow(/foreign key/);
});

function decisionAsOwner(organizationId: string, calibrationId: string): string {
  return `INSERT INTO recall_decisions (organization_id, id, recall_id, calibration_id, disposition, reason, decided_by, decided_by_name, decided_by_role)
    VALUES ('${organizationId}', gen_random_uuid(), '${theirs.recall}', '${calibrationId}', 'no_action', 'forged', '${stranger.userId}', 'x', 'admin')`;
}
