import { randomUUID } from 'node:crypto';
import type { RequestHandler } from '@sveltejs/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../tests/support/calibrated-laboratory.ts';
import { call, type Called } from '../../../../tests/support/call.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { withMail } from '../../../../tests/support/mail.ts';
import { joined, person, superadmin } from '../../../../tests/support/people.ts';
import type { TestSmtp } from '../../../../tests/support/smtp-server.ts';
import { testServices } from '../../../../tests/support/services.ts';
import * as mails from '../../../routes/api/v1/calibrations/[id]/certificate/mails/+server.ts';
import * as locations from '../../../routes/api/v1/locations/+server.ts';
import * as location from '../../../routes/api/v1/locations/[id]/+server.ts';
import * as members from '../../../routes/api/v1/organizations/[id]/members/+server.ts';
import * as organizations from '../../../routes/api/v1/organizations/+server.ts';
import * as procedures from '../../../routes/api/v1/procedures/+server.ts';
import * as procedure from '../../../routes/api/v1/procedures/[id]/+server.ts';

let database: TestDatabase;
let services: Services;
let smtp: TestSmtp;
let laboratory: CalibratedLaboratory;
let calibrationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  smtp = await withMail(services);
  laboratory = await calibratedLaboratory(services);
  calibrationId = (await recorded(services, laboratory.technician, externalBody(laboratory.asset))).id;
  await issueCertificate(services, calibrationId);
}, 120_000);
afterAll(async () => {
  await smtp.close();
  await database.drop();
});

/** One request under a key of its own; each call of the result sends it once more. */
async function repeatable(handler: RequestHandler, by: PersonActor, given: Called) {
  const token = await startSession(services.pool, by.userId, { kind: 'remembered', userAgent: null });
  const headers = { 'Idempotency-Key': randomUUID() };
  return async () => {
    const response = await call(handler, services, { ...given, token, headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}
const leaves = (actor: PersonActor) =>
  execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [actor.userId]);
const REFUSED = { status: 403, body: { code: 'forbidden' } };

test('a mail with a certificate is sent once; whoever has left the laboratory is told nothing more of it', async () => {
  const sender = await joined(services, await person(services, 'technician'), laboratory.organizationId);
  const send = await repeatable(mails.POST, sender, {
    params: { id: calibrationId },
    body: { to: 'customer@example.com' }
  });
  const first = await send();
  expect(first.status).toBe(202);
  expect(await send()).toEqual(first);
  const { rows } = await execute(database.url, 'SELECT id FROM certificate_mails WHERE calibration_id = $1', [
    calibrationId
  ]);
  expect(rows).toEqual([{ id: first.body['id'] }]);
  await leaves(sender);
  // Of a laboratory that everybody may look at, too.
  for (const isPrivate of [false, true]) {
    await execute(database.url, `UPDATE organizations SET private = ${isPrivate}`);
    expect(await send()).toMatchObject(REFUSED);
  }
});

test.each([
  ['location', locations.POST, location.PUT, { name: 'Site', is_calibration_lab: false }],
  ['procedure', procedures.POST, procedure.PUT, { code: 'PR-1', name: 'Comparison', organization_id: null }]
] as const)('the change of a common %s is answered again', async (_, create, update, body) => {
  const admin = await person(services, 'admin');
  const made = await (await repeatable(create, admin, { body }))();
  expect(made).toMatchObject({ status: 201, body: { organization_id: null } });
  const params = { id: made.body['id'] as string };
  const change = await repeatable(update, admin, { method: 'PUT', params, body: { name: 'Renamed' } });
  const first = await change();
  expect(first).toMatchObject({ status: 200, body: { name: 'Renamed' } });
  expect(await change()).toEqual(first);
});

test('an organization that was founded, and a member who was added, are answered again until the founder leaves', async () => {
  const founder = await person(services, 'technician');
  const found = await repeatable(organizations.POST, founder, { body: { name: 'Laboratory' } });
  const founded = await found();
  expect(founded.status).toBe(201);
  const newcomer = await person(services, 'technician');
  const add = await repeatable(members.POST, founder, {
    params: { id: founded.body['id'] as string },
    body: { user_id: newcomer.userId, role: 'member' }
  });
  const added = await add();
  expect(added.status).toBe(201);
  expect([await found(), await add()]).toEqual([founded, added]);
  await leaves(founder);
  expect(await found()).toMatchObject(REFUSED);
  expect(await add()).toMatchObject(REFUSED);
});
