import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import { getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { organizationOf, superadmin } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { exportAssets, runExport } from './export-assets.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  laboratory = await calibratedLaboratory(services);
});
afterAll(() => database.drop());

async function exported(refs?: string[], within = services) {
  const { admin, organizationId } = laboratory;
  const { job_id } = await exportAssets(within, admin, { organization_id: organizationId, refs });
  await runOperation(within, job_id, { assets_export: runExport });
  const operation = await getOperation(within, admin, job_id);
  expect(operation.error).toBeNull();
  const stored = await within.store.get(keyOfResult(job_id));
  const bytes = stored ? await buffer(stored.stream) : Buffer.alloc(0);
  return { operation, bytes, files: unzipSync(bytes) };
}
const json = (files: Record<string, Uint8Array>, path: string) =>
  JSON.parse(strFromU8(files[path] ?? new Uint8Array()));

test('the archive holds everything of each asset, and its manifest each file', async () => {
  const { admin, organizationId, asset, reference } = laboratory;
  const hall = await createLocation(services, admin, {
    name: '=HALL()',
    organization_id: organizationId,
    is_calibration_lab: false
  });
  await updateAsset(services, admin, { ref: asset.id }, { location_id: hall.id }, null);
  await putAssetPhoto(services, admin, { ref: asset.id }, { bytes: ONE_PIXEL_PNG, contentType: 'image/png' });
  const { id } = await recorded(services, admin, externalBody(asset));
  await getCertificate(services, admin, id);
  await voidCalibration(services, admin, (await recorded(services, admin, externalBody(asset))).id, 'wrong');
  const { operation, files } = await exported();
  expect(operation.result).toMatchObject({
    assets: 3,
    calibrations: 3,
    certificates: 1,
    locations: 1,
    missing_files: 0
  });
  const manifest = json(files, 'manifest.json');
  expect(manifest).toMatchObject({ format: 'plumbline-assets', version: 1, counts: operation.result });
  const listed = Object.fromEntries(
    manifest.files.map((file: { path: string; sha256: string }) => [file.path, file.sha256])
  );
  const found = Object.entries(files).filter(([path]) => path !== 'manifest.json');
  expect(listed).toEqual(
    Object.fromEntries(found.map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]))
  );
  const record = json(files, 'assets/TT-042/asset.json');
  expect(record).toMatchObject({
    id: asset.id,
    name: 'Transmitter',
    location_id: hall.id,
    moves: [{ from: null, to: hall.id }]
  });
  expect(json(files, 'assets/TT-042/calibrations/-/v1.json')).toMatchObject({ id, certificate: { state: 'issued' } });
  expect(json(files, 'assets/TT-042/calibrations/-/v2.json')).toMatchObject({
    void_reason: 'wrong',
    voided_by_role: 'admin'
  });
  expect(strFromU8(files['assets/TT-042/calibrations/-/v1.pdf']?.slice(0, 5) ?? new Uint8Array())).toBe('%PDF-');
  expect(Object.keys(files).some((path) => /^assets\/TT-042\/files\/[0-9a-f]{12}-photo\.webp$/.test(path))).toBe(true);
  expect(json(files, `assets/REF-001/calibrations/-/v1.json`).asset_id).toBe(reference.id);
  expect(Buffer.from(files['assets.csv'] ?? []).toString()).toMatch(/^\uFEFFasset_id,name,[^\n]+\r\n/);
  expect(strFromU8(files['assets.csv'] ?? new Uint8Array())).toContain(",'=HALL(),");
  expect(strFromU8(files['calibrations.csv'] ?? new Uint8Array()).split('\r\n')).toHaveLength(5);
});

test('the same records are the same bytes, but for the instant in the manifest', async () => {
  const [first, second] = [await exported(), await exported()];
  expect(first.bytes.equals(second.bytes)).toBe(true);
  const later = await exported(undefined, { ...services, now: () => new Date('2027-01-01T00:00:00Z') });
  const differing = Object.keys(first.files).filter(
    (path) => !Buffer.from(first.files[path] ?? []).equals(later.files[path] ?? Buffer.alloc(0))
  );
  expect(differing).toEqual(['manifest.json']);
});

test('some of them are only those, and no person’s address is returned', async () => {
  const { files, bytes, operation } = await exported(['tt-042', laboratory.asset.id]);
  expect(operation.result).toMatchObject({ assets: 1 });
  const folders = new Set(
    Object.keys(files)
      .filter((path) => path.startsWith('assets/'))
      .map((path) => path.split('/')[1])
  );
  expect([...folders]).toEqual(['TT-042']);
  const texts = Object.entries(files).filter(([path]) => /\.(json|csv)$/.test(path));
  expect(texts.filter(([, file]) => strFromU8(file).includes('@'))).toEqual([]);
  expect(bytes.length).toBeGreaterThan(1000);
});

test('an asset of another organization is not exported with the others, and nothing is begun', async () => {
  const { admin, organizationId, asset } = laboratory;
  const { organization, founder } = await organizationOf(services, admin, { name: 'Elsewhere' });
  const begin = (organization_id: string, refs: string[]) => exportAssets(services, founder, { organization_id, refs });
  await expect(begin(organization.id, [asset.id])).rejects.toMatchObject({ code: 'not_found' });
  const { id: theirs } = await createAsset(services, founder, {
    organization_id: organization.id,
    asset_id: 'E-1',
    name: 'Elsewhere'
  });
  await expect(begin(organizationId, [asset.id, theirs])).rejects.toMatchObject({ code: 'not_found' });
  expect(await execute(database.url, `SELECT count(*)::int AS n FROM operations WHERE state = 'queued'`)).toMatchObject(
    {
      rows: [{ n: 0 }]
    }
  );
});

test('it is one picture of the records, whatever is saved meanwhile', async () => {
  const { admin, asset, organizationId } = laboratory;
  const { job_id } = await exportAssets(services, admin, { organization_id: organizationId });
  let renamed = false;
  const store: Services['store'] = {
    ...services.store,
    get: async (key) => {
      if (!renamed)
        await execute(database.url, `UPDATE assets SET name = 'Renamed' WHERE organization_id = $1`, [organizationId]);
      renamed = true;
      return services.store.get(key);
    }
  };
  await runOperation({ ...services, store }, job_id, { assets_export: runExport });
  const stored = await services.store.get(keyOfResult(job_id));
  const files = unzipSync(await buffer(stored?.stream ?? new Blob([]).stream()));
  expect(renamed).toBe(true);
  const names = ['LOG-4', 'REF-001', 'TT-042'].map((of) => json(files, `assets/${of}/asset.json`).name);
  expect(names).toEqual(['Data logger', 'Pt100 SPRT', 'Transmitter']);
  expect(asset.name).toBe('Transmitter');
});

test('an export is fetched by members alone, also by who was one when it was made', async () => {
  const { organizationId, technician } = laboratory;
  const { job_id } = await exportAssets(services, technician, { organization_id: organizationId });
  await runOperation(services, job_id, { assets_export: runExport });
  expect((await getOperation(services, technician, job_id)).download_url).not.toBeNull();
  await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [technician.userId]);
  const outsider = { ...technician, memberships: new Map() };
  expect(await getOperation(services, outsider, job_id)).toMatchObject({ state: 'done', download_url: null });
});
