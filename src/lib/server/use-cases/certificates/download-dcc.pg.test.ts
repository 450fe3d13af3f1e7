import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { schemaFaults } from '../../../../../tests/certificates/dcc-schema.ts';
import { run, withFiles } from '../../../../../tests/certificates/outside-validators.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { downloadDcc } from './download-dcc.ts';
import { getSigningCertificatePem } from './signing-certificates.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

test('a digital certificate is signed by the organization, valid, and the same bytes each time, voided or not', async () => {
  const { technician, admin, organizationId } = laboratory;
  const { id } = await recorded(services, technician, internalBody(laboratory));
  const { xml, filename } = await downloadDcc(services, technician, id);
  const { certificate } = await getCalibration(services, technician, id);
  expect(certificate?.state).toBe('issued');
  expect(filename).toBe(`${certificate?.number}.xml`);
  expect(xml).toContain(`<dcc:uniqueIdentifier>${certificate?.number}</dcc:uniqueIdentifier>`);
  expect(await schemaFaults([xml])).toEqual([]);
  const pem = await getSigningCertificatePem(services, technician, organizationId);
  const verified = await withFiles({ 'a.xml': xml, 'ca.pem': pem }, (path) =>
    run('xmlsec1', ['--verify', '--trusted-pem', path('ca.pem'), path('a.xml')])
  );
  expect(verified.code).toBe(0);
  const later = { ...services, now: () => new Date('2027-03-01T12:00:00Z') };
  expect((await downloadDcc(later, technician, id)).xml).toBe(xml);
  await voidCalibration(services, admin, id, 'wrong reference');
  expect((await downloadDcc(services, technician, id)).xml).toBe(xml);
});

test('says that it is void if the calibration was voided before its certificate was issued', async () => {
  const { technician, admin } = laboratory;
  const { id } = await recorded(services, technician, internalBody(laboratory));
  await voidCalibration(services, admin, id, 'wrong reference');
  const { voided } = await getCalibration(services, technician, id);
  const later = { ...services, now: () => new Date(voided?.at ?? '') };
  const { xml } = await downloadDcc(later, technician, id);
  expect(xml).toContain('This certificate is no longer valid.');
  expect(xml).toContain('wrong reference');
  expect(await schemaFaults([xml])).toEqual([]);
});

test('of an external calibration says whose data it holds', async () => {
  const { technician, asset } = laboratory;
  const { id } = await recorded(services, technician, externalBody(asset));
  const { xml } = await downloadDcc(services, technician, id);
  expect(await schemaFaults([xml])).toEqual([]);
  expect(xml).toContain('Data of another laboratory');
});

test('needs the country of the installation, and a reader who may see the calibration', async () => {
  const { technician } = laboratory;
  const { id } = await recorded(services, technician, internalBody(laboratory));
  const stateless = { ...services, country: undefined };
  await expect(downloadDcc(stateless, technician, id)).rejects.toMatchObject({ code: 'no_country' });
  const stranger = await person(services, 'admin');
  await expect(downloadDcc(services, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
});
