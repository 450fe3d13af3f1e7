/** ISO/IEC 17025, 7.8.8: what is printed, kept and told when a certificate is replaced, voided or restored. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificateLabels } from '#lib/server/certificates/labels/certificate-labels.ts';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { restoreCalibration, voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { pdfText } from '../../../../../tests/certificates/outside-validators.ts';
import { facts } from '../../../../../tests/certificates/temperature-transmitter.ts';
import {
  calibratedLaboratory,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { tokenOf } from '../../../../../tests/support/verified-laboratory.ts';
import { downloadCertificate } from './download-certificate.ts';
import { readIssuedFile } from './issued-file.ts';
import { verifyCertificate, verifyFile } from './verify-certificate.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database));
  const { services, admin, organizationId } = laboratory;
  await updateOrganization(services, admin, organizationId, { private: false }, null);
});
afterAll(() => database.drop());

async function issued(given: object = {}) {
  const { services, technician } = laboratory;
  const calibration = await recorded(services, technician, { ...internalBody(laboratory), ...given });
  return { ...calibration, pdf: (await readIssuedFile(services, calibration.id)).pdf };
}
const ADDRESS = '192.0.2.7';
const told = async (calibration: Parameters<typeof tokenOf>[0]) => {
  const { state, replaced_by } = await verifyCertificate(laboratory.services, ADDRESS, tokenOf(calibration), null);
  return { state, replaced_by };
};
/** What is told to whoever presents the file. */
const toldOf = async (pdf: Uint8Array) => {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const found = await verifyFile(laboratory.services, ADDRESS, { sha256, checked: await checkFile(pdf) });
  return [found.result, found.state];
};
const isUnchanged = async ({ id, pdf }: { readonly id: string; readonly pdf: Uint8Array }) =>
  Buffer.from((await readIssuedFile(laboratory.services, id)).pdf).equals(Buffer.from(pdf));
const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ');

test('the new certificate names the one that it replaces; the old one stays as it was issued, can be verified, and is marked', async () => {
  const old = await issued();
  expect(oneLine(await pdfText(old.pdf))).not.toContain('This certificate replaces');
  const next = await issued({ replaces_calibration_id: old.id });
  const number = old.certificate?.number ?? '';
  expect(oneLine(await pdfText(next.pdf))).toContain(
    `This certificate replaces certificate ${number} (version ${old.version}).`
  );
  expect(next.certificate?.number).not.toBe(number);
  expect(await told(old)).toEqual({ state: 'replaced', replaced_by: next.certificate?.number });
  expect(await toldOf(old.pdf)).toEqual(['original', 'replaced']);
  expect(await toldOf(next.pdf)).toEqual(['original', 'valid']);
  expect(await isUnchanged(old)).toBe(true);
});

test('that it replaces another is printed in each language', async () => {
  const key = { ...(await makeSigningKey('Northfield', new Date())), signerName: 'Northfield' };
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const context = { ...facts.context, language, replaces: { certificate_number: 'NCL-2026-0001', version: 3 } };
    const { pdf } = await issueCertificatePdf({ ...facts, context }, key);
    const sentence = certificateLabels(language)
      .replaces.replace('{number}', 'NCL-2026-0001')
      .replace('{version}', '3');
    expect(oneLine(await pdfText(pdf))).toContain(sentence);
  }
});

test('voiding and restoring change what is told of a certificate, and never its file', async () => {
  const { services, admin, technician } = laboratory;
  const certificate = await issued();
  const steps = [
    [() => voidCalibration(services, admin, certificate.id, 'wrong sensor'), 'voided', true],
    [() => restoreCalibration(services, admin, certificate.id), 'valid', false],
    [() => voidCalibration(services, admin, certificate.id, 'wrong after all'), 'voided', true]
  ] as const;
  for (const [change, state, isNoted] of steps) {
    await change();
    expect(await told(certificate)).toEqual({ state, replaced_by: null });
    expect(await toldOf(certificate.pdf)).toEqual(['original', state]);
    expect(await isUnchanged(certificate)).toBe(true);
    // A new print says it; it is a copy, not the certificate.
    const copy = await downloadCertificate(services, technician, certificate.id);
    const printed = oneLine(await pdfText(copy.pdf));
    expect([state, printed.includes('This certificate is no longer valid.')]).toEqual([state, isNoted]);
    expect((await toldOf(copy.pdf))[0]).toBe('signed_copy');
  }
});
