import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { certificateLogo } from '#lib/server/use-cases/certificates/certificate-logo.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';
import { keyOfFile, readFile } from '#lib/server/use-cases/files/read-file.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { getOrganization } from './read-organizations.ts';
import { deleteLogo, putLogo } from './organization-logo.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let boss: PersonActor;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services, { private: false });
  boss = await superadmin(services);
});
afterAll(() => database.drop());

/** A wide picture with a transparent ground, as logos are. */
const wide = async () => ({
  bytes: await sharp({ create: { width: 1600, height: 400, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer(),
  contentType: 'image/png'
});
const put = async (actor = boss) => putLogo(services, actor, laboratory.organizationId, await wide());
const files = async () => (await execute(database.url, 'SELECT count(*)::int AS n FROM files')).rows[0];

test('a logo keeps its proportions and is given as the path of a file', async () => {
  const { logo_file_id: id, logo_url } = await put();
  expect(logo_url).toBe(`/api/v1/files/${id}`);
  const stored = await readFile(services, id ?? '');
  const { width, height, format } = await sharp(await buffer(stored.stream)).metadata();
  expect({ width, height, format }).toEqual({ width: 800, height: 200, format: 'webp' });
});

test('who does not manage the organization stores nothing, not even bytes', async () => {
  const before = await files();
  const viewer = await joined(services, await person(services, 'viewer'), laboratory.organizationId, 'admin');
  const member = await joined(services, await person(services, 'technician'), laboratory.organizationId);
  const stranger = await person(services, 'admin');
  for (const actor of [viewer, member, stranger]) {
    await expect(put(actor)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(deleteLogo(services, actor, laboratory.organizationId)).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect(await files()).toEqual(before);
});

test('what is no picture is refused and changes nothing', async () => {
  const svg = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), contentType: 'image/png' };
  const before = await getOrganization(services, boss, laboratory.organizationId);
  await expect(putLogo(services, boss, laboratory.organizationId, svg)).rejects.toMatchObject({ code: 'not_an_image' });
  expect(await getOrganization(services, boss, laboratory.organizationId)).toEqual(before);
});

test('a certificate prints the logo of its day, after it was replaced and removed', async () => {
  const { logo_file_id: first } = await put();
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  const certifiable = await transaction(services.pool, laboratory.technician, (tx) => findCertifiable(tx, id));
  if (certifiable === null) throw new Error('there is nothing to certify');
  const printed = await certificateLogo(services, certifiable);
  expect(printed).toMatchObject({ format: 'png', width: 110, height: 27.5 });
  await put();
  await deleteLogo(services, boss, laboratory.organizationId);
  await deleteLogo(services, boss, laboratory.organizationId);
  expect(await getOrganization(services, boss, laboratory.organizationId)).toMatchObject({
    logo_file_id: null,
    logo_url: null
  });
  expect(await certificateLogo(services, certifiable)).toEqual(printed);
  const withLogo = await downloadCertificate(services, laboratory.technician, id);
  expect(Buffer.from(withLogo.pdf).includes('/Subtype /Image')).toBe(true);
  await services.store.delete(keyOfFile(first ?? ''));
  const without = await downloadCertificate(services, laboratory.technician, id);
  expect(Buffer.from(without.pdf).includes('/Subtype /Image')).toBe(false);
});

test('the change is in the history, old and new', async () => {
  const { rows } = await execute(
    database.url,
    `SELECT changes FROM audit_log WHERE action = 'organization.updated' ORDER BY number DESC LIMIT 1`
  );
  expect(rows).toEqual([{ changes: { logo_file_id: { old: expect.any(String), new: null } } }]);
});
