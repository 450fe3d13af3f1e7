import { readFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { CURRENT, signerOfDcc } from '../../../../../tests/certificates/dcc-signer.ts';
import { schemaFaults } from '../../../../../tests/certificates/dcc-schema.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { pdfPrograms, qpdfCheck, run, withFiles } from '../../../../../tests/certificates/outside-validators.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { signedIn } from '../../../../../tests/support/installation-sides.ts';
import { issuedFile, issuedKey } from '../../../../../tests/support/issued-file.ts';
import { person } from '../../../../../tests/support/people.ts';
import { testServices, TODAY } from '../../../../../tests/support/services.ts';
import { replaceSigningCertificate } from './import-signing-certificate.ts';
import { issueCertificate } from './issue-certificate.ts';
import { remakeCertificate } from './remake-certificate.ts';
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

/** @param at the moment of looking at it, `2026-11-21` */
async function isVerified(xml: string, { technician, organizationId }: CalibratedLaboratory, at: string) {
  const pem = await getSigningCertificatePem(services, technician, organizationId);
  // Of the certificates in it the last is the root.
  const root = pem.slice(pem.lastIndexOf('-----BEGIN CERTIFICATE-----'));
  const verified = await withFiles({ 'a.xml': xml, 'ca.pem': root }, (path) =>
    run('xmlsec1', [
      ...['--verify', '--verification-time', `${at} 23:00:00`],
      ...['--trusted-pem', path('ca.pem'), path('a.xml')]
    ])
  );
  return verified.code === 0;
}

const signerOf = (xml: string) => signerOfDcc(database.url, xml);

/** What it says, without who signed it. */
const unsigned = (xml: string) => xml.replace(/<ds:Signature.*<\/ds:Signature>/su, '');

test('a digital certificate is signed by the organization, valid, and the same bytes each time, voided or not', async () => {
  const { technician, admin } = laboratory;
  const { id } = await recorded(services, technician, internalBody(laboratory));
  const { xml, filename } = await downloadDcc(services, technician, id);
  const { certificate } = await getCalibration(services, technician, id);
  expect(certificate?.state).toBe('issued');
  expect(filename).toBe(`${certificate?.number}.xml`);
  expect(xml).toContain(`<dcc:uniqueIdentifier>${certificate?.number}</dcc:uniqueIdentifier>`);
  expect(await schemaFaults([xml])).toEqual([]);
  expect(await isVerified(xml, laboratory, TODAY)).toBe(true);
  const later = { ...services, now: () => new Date('2027-03-01T12:00:00Z') };
  expect((await downloadDcc(later, technician, id)).xml).toBe(xml);
  await voidCalibration(services, admin, id, 'wrong reference');
  expect((await downloadDcc(services, technician, id)).xml).toBe(xml);
});

test.each<[what: string, happens: (of: CalibratedLaboratory) => Promise<unknown>, at: string]>([
  [
    'was revoked',
    async ({ admin, organizationId }) =>
      replaceSigningCertificate(services, await signedIn(database, admin), organizationId),
    '2026-11-22'
  ],
  ['has expired', () => Promise.resolve(), '2037-03-01'],
  [
    'was forgotten',
    ({ organizationId }) =>
      execute(
        database.url,
        'UPDATE signing_certificates SET wrapped_private_key = NULL, is_current = false WHERE organization_id = $1',
        [organizationId]
      ),
    '2026-11-22'
  ]
])('where the key of its certificate %s, it says the same and is signed by the current one', async (_, happens, at) => {
  const own = await calibratedLaboratory(services);
  const { id } = await recorded(services, own.technician, internalBody(own));
  const before = (await downloadDcc(services, own.technician, id)).xml;
  expect(await signerOf(before)).toEqual(CURRENT);
  await happens(own);
  const later = { ...services, now: () => new Date(`${at}T12:00:00Z`) };
  const { xml } = await downloadDcc(later, own.technician, id);
  expect(await signerOf(before)).not.toEqual(CURRENT);
  expect(await signerOf(xml)).toEqual(CURRENT);
  expect(unsigned(xml)).toBe(unsigned(before));
  expect(await isVerified(xml, own, at)).toBe(true);
  expect(await schemaFaults([xml])).toEqual([]);
  expect((await downloadDcc(later, own.technician, id)).xml).toBe(xml);
});

test('a key that was put aside and is good signs what it has signed', async () => {
  const own = await calibratedLaboratory(services);
  const { id } = await recorded(services, own.technician, internalBody(own));
  const { xml } = await downloadDcc(services, own.technician, id);
  // Less than a year is left: the next certificate is signed by a new key.
  const later = { ...services, now: () => new Date('2036-03-01T12:00:00Z') };
  await issueCertificate(later, (await recorded(later, own.technician, internalBody(own))).id);
  expect((await downloadDcc(later, own.technician, id)).xml).toBe(xml);
  expect(await signerOf(xml)).toEqual({ is_current: false, revoked_at: null });
});

test('stands inside the issued file, under its signature, as the file that it was made from', async () => {
  const { technician } = laboratory;
  const { id } = await recorded(services, technician, internalBody(laboratory));
  const { xml, filename } = await downloadDcc(services, technician, id);
  const pdf = await issuedFile(services, database.url, id);
  const extracted = await withFiles({ 'a.pdf': pdf }, async (path) => {
    const listed = await run('pdfdetach', ['-list', path('a.pdf')]);
    expect(listed.output).toContain(`1: ${filename}`);
    await run('pdfdetach', ['-save', '1', '-o', path('out.xml'), path('a.pdf')]);
    return readFile(path('out.xml'), 'utf8');
  });
  expect(extracted).toBe(xml);
  const signed = await pdfPrograms('pdfsig', pdf);
  expect(signed.output).toContain('Signature is Valid');
  expect(signed.output).toContain('Total document signed');
  expect((await qpdfCheck(pdf)).code).toBe(0);
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const [file] = document.catalog.lookup(PDFName.of('AF'), PDFArray).asArray();
  const specification = document.context.lookup(file, PDFDict);
  expect(String(specification.get(PDFName.of('AFRelationship')))).toBe('/Source');
  expect((await checkFile(pdf)).state).toBe('intact');
});

test.each([
  ['GB', 'GB'],
  ['GB', undefined],
  [undefined, 'GB']
] as const)('a lost file is made again, issued with COUNTRY %s and made again with %s', async (before, after) => {
  const { technician } = laboratory;
  const { id } = await recorded(services, technician, internalBody(laboratory));
  await issueCertificate({ ...services, country: before }, id);
  const pdf = await issuedFile(services, database.url, id);
  await services.store.delete(await issuedKey(database.url, id));
  const again = await remakeCertificate({ ...services, country: after }, id);
  // Whoever takes COUNTRY away cannot make again what was issued with it.
  expect(again).toBe(before === undefined || after !== undefined);
  if (again) expect(await issuedFile(services, database.url, id)).toEqual(pdf);
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
