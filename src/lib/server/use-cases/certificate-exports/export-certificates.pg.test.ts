import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CertificateExportBody } from '#lib/contracts/certificate-exports.ts';
import { MOST_IN_ONE_PDF } from '#lib/records/exports.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { pdfPrograms, pdfText, qpdfCheck } from '../../../../../tests/certificates/outside-validators.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  MEASURING,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { heldCalibration } from '../../../../../tests/support/held.ts';
import { joined, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { exportCertificates, runCertificatesExport } from './export-certificates.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
/** Two of the asset, the first of them void; one of each channel; none of the new one. */
let first: string, second: string, held: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  laboratory = await calibratedLaboratory(services);
  const { admin, technician, asset, organizationId } = laboratory;
  first = (await recorded(services, technician, externalBody(asset))).id;
  second = (await recorded(services, technician, internalBody(laboratory))).id;
  await voidCalibration(services, admin, first, 'wrong bath');
  const own = { ...MEASURING, organization_id: organizationId, calibration_interval_days: 365 };
  const doubtful = await createAsset(services, admin, { ...own, asset_id: 'DBT-1', name: 'Doubtful' });
  held = await heldCalibration({ ...laboratory, asset: doubtful });
});
afterAll(() => database.drop());

async function exported(
  given: Partial<CertificateExportBody>,
  actor: PersonActor = laboratory.admin,
  within = services
) {
  const body = { organization_id: laboratory.organizationId, which: 'latest', format: 'zip', ...given } as const;
  const { job_id } = await exportCertificates(within, actor, body);
  await runOperation(within, job_id, { certificates_export: runCertificatesExport });
  const operation = await getOperation(within, actor, job_id);
  expect(operation.error).toBeNull();
  const stored = await within.store.get(keyOfResult(job_id));
  return { operation, bytes: stored ? await buffer(stored.stream) : Buffer.alloc(0) };
}
const lines = (files: Record<string, Uint8Array>) =>
  strFromU8(files['certificates.csv'] ?? new Uint8Array())
    .trim()
    .split('\r\n');

test('a ZIP has the issued originals by their numbers, and a list of them and of what is missing with the reason', async () => {
  const { operation, bytes } = await exported({ calibrations: [held, second, first, second] });
  expect(operation.result).toEqual({
    certificates: 1,
    left_out_count: 2,
    left_out: [
      { certificate_number: expect.any(String), asset_id: 'DBT-1', reason: 'certificate_held' },
      { certificate_number: expect.any(String), asset_id: 'TT-042', reason: 'voided' }
    ],
    format: 'zip'
  });
  const files = unzipSync(bytes);
  const { rows } = await execute(
    database.url,
    'SELECT c.certificate_number AS number, ce.sha256 FROM certificates ce JOIN calibrations c ON c.id = ce.calibration_id WHERE c.id = $1',
    [second]
  );
  const [{ number, sha256 }] = rows as [{ number: string; sha256: string }];
  expect(Object.keys(files).sort()).toEqual([`${number}.pdf`, 'certificates.csv'].sort());
  expect(
    createHash('sha256')
      .update(files[`${number}.pdf`] ?? '')
      .digest('hex')
  ).toBe(sha256);
  expect(lines(files)).toEqual([
    'Certificate,Asset,Channel,Version,Calibrated on,File,SHA-256,Not included because',
    expect.stringMatching(/^LAB-[^,]+,DBT-1,,1,2026-11-20,,,held until an authorized person decides$/),
    expect.stringMatching(/^LAB-[^,]+,TT-042,,1,2026-03-04,,,the calibration is void$/),
    `${number},TT-042,,2,2026-11-20,${number}.pdf,${sha256},`
  ]);
});

test('of assets: the latest of each channel, or the whole history; what was never calibrated is named', async () => {
  const { asset, multi, technician } = laboratory;
  const [one, other] = multi.channels;
  for (const channel of [one, one, other]) {
    const body = externalBody(multi, { channel_id: channel?.id ?? null });
    await recorded(services, technician, body);
  }
  const never = await createAsset(services, laboratory.admin, {
    asset_id: 'NEW-1',
    name: 'New',
    organization_id: laboratory.organizationId
  });
  const latest = await exported({ refs: [asset.id, 'log-4', never.id], language: 'de' });
  expect(latest.operation.result).toMatchObject({
    certificates: 3,
    left_out: [{ certificate_number: null, asset_id: 'NEW-1', reason: 'no_calibration' }]
  });
  expect(lines(unzipSync(latest.bytes)).at(-1)).toBe(',NEW-1,,,,,,noch nie kalibriert');
  const all = await exported({ refs: [asset.id, multi.id], which: 'all' });
  expect(all.operation.result).toMatchObject({ certificates: 4, left_out: [{ reason: 'voided' }] });
});

test('a PDF has copies of all pages, each of them marked, and no signature; the first page lists them', async () => {
  const { operation, bytes } = await exported({ calibrations: [second, held], format: 'pdf', language: 'fr' });
  expect(operation).toMatchObject({ result: { certificates: 1, left_out_count: 1, format: 'pdf' } });
  expect((await qpdfCheck(bytes)).code).toBe(0);
  expect((await pdfPrograms('pdfsig', bytes)).output).toContain('does not contain any signatures');
  expect((await pdfPrograms('pdfinfo', bytes)).output).toMatch(/Title:\s+Copies de certificats[^]*Form:\s+none/);
  const [cover = '', ...pages] = (await pdfText(bytes)).split('\f').slice(0, -1);
  expect(cover).toContain('seul le fichier signé numériquement de chaque certificat est l’original');
  expect(cover).toMatch(/TT-042\s+20 novembre 2026\s+2\n/);
  expect(cover).toMatch(/DBT-1\s+20 novembre 2026\s+retenu jusqu’à la décision/);
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(page).toMatch(/^\s*COPIE du 21 novembre 2026, sans signature\./);
});

test('what is asked too much of is refused before anything is done, and others’ certificates are not found', async () => {
  const many = Array.from({ length: MOST_IN_ONE_PDF + 1 }, () => randomUUID());
  await expect(exported({ calibrations: many })).rejects.toMatchObject({ code: 'not_found' });
  await expect(exported({ calibrations: many, format: 'pdf' })).rejects.toMatchObject({
    faults: [{ loc: ['body', 'format'], type: 'too_many' }]
  });
  const stranger = await calibratedLaboratory(services, { certificate_prefix: 'OTHER' });
  await expect(exported({ calibrations: [second] }, stranger.admin)).rejects.toMatchObject({ code: 'not_found' });
  const elsewhere = { organization_id: stranger.organizationId, calibrations: [second] };
  await expect(exported(elsewhere, stranger.admin)).rejects.toMatchObject({ code: 'not_found' });
});

test('a viewer may have it as long as they may read it', async () => {
  const viewer = await joined(services, await person(services, 'viewer'), laboratory.organizationId);
  const { operation } = await exported({ calibrations: [second] }, viewer);
  expect(operation.download_url).not.toBeNull();
  await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [viewer.userId]);
  const after = await getOperation(services, { ...viewer, memberships: new Map() }, operation.id);
  expect(after.download_url).toBeNull();
  await updateOrganization(services, laboratory.admin, laboratory.organizationId, { private: false }, null);
  expect(
    (await getOperation(services, { ...viewer, memberships: new Map() }, operation.id)).download_url
  ).not.toBeNull();
});

test('a file that the store has lost and that cannot be made again is named as missing', async () => {
  const { store } = services;
  const { rows } = await execute(database.url, 'SELECT object_key FROM certificates WHERE calibration_id = $1', [
    second
  ]);
  const broken = { ...services, prints: { ...services.prints, issue: () => Promise.reject(new Error('no')) } };
  await store.put((rows as [{ object_key: string }])[0].object_key, Buffer.from('damaged'), {
    contentType: 'application/pdf'
  });
  const { operation, bytes } = await exported({ calibrations: [second] }, laboratory.admin, broken);
  expect(operation.result).toMatchObject({ certificates: 0, left_out: [{ reason: 'certificate_failed' }] });
  expect(Object.keys(unzipSync(bytes))).toEqual(['certificates.csv']);
});
