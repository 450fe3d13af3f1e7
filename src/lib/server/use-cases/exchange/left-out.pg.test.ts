/** What an archive of ours names and does not hold, or holds and cannot be kept: it is left out, and the report of the look says so. */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { calibratedLaboratory, internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute } from '../../../../../tests/support/database.ts';
import { exportedFrom, importedInto, type Installation } from '../../../../../tests/support/exchange.ts';
import { organizationOf } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';

type Files = Record<string, Uint8Array>;
let into: Installation;
let files: Readonly<Files>;
beforeAll(async () => {
  const database = await createTestDatabase();
  const services = await testServices(database);
  const { admin, technician, asset, reference, organizationId } = await calibratedLaboratory(services);
  const own = { organization_id: organizationId };
  const { id } = await createLocation(services, admin, { ...own, name: 'Hall', is_calibration_lab: false });
  await createAsset(services, admin, { ...own, asset_id: 'SC-7', name: 'Scale', location_id: id });
  await putAssetPhoto(services, admin, { ref: asset.id }, { bytes: ONE_PIXEL_PNG, contentType: 'image/png' });
  await recorded(services, technician, internalBody({ asset, reference }));
  files = unzipSync(await exportedFrom({ database, services, actor: admin, organizationId }));
  const { organization, founder } = await organizationOf(services, admin, { certificate_prefix: 'OTHER' });
  into = { database, services, actor: founder, organizationId: organization.id };
}, 120_000);
afterAll(() => into.database.drop());

/** The archive with a change, and a manifest that agrees with it. */
function changed(change: (files: Files) => void): Uint8Array {
  const { 'manifest.json': manifest = new Uint8Array(), ...rest } = files;
  change(rest);
  const list = Object.entries(rest).map(([path, bytes]) => ({
    path,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex')
  }));
  const head = { ...JSON.parse(strFromU8(manifest)), files: list };
  return zipSync({ ...rest, 'manifest.json': strToU8(JSON.stringify(head)) });
}
const PHOTO = () => Object.keys(files).find((path) => path.endsWith('-photo.webp')) ?? '';
const edited = (path: string, field: string) => (given: Files) => {
  const record = JSON.parse(strFromU8(given[path] ?? new Uint8Array()));
  given[path] = strToU8(JSON.stringify({ ...record, [field]: null }));
};
const TT = 'assets/TT-042/asset.json';
const USED = 'assets/TT-042/calibrations/-/v1.json';

test.each<[what: string, code: string, loc: readonly string[], change: (files: Files) => void]>([
  ['a location', 'link_unknown', ['location_id'], (given) => (given['locations.json'] = strToU8('[]'))],
  [
    'the calibration of a reference',
    'link_unknown',
    [USED, 'reference_calibration_id'],
    (given) => delete given['assets/REF-001/calibrations/-/v1.json']
  ],
  ['a photo', 'file_missing', [TT, 'photo_file_id'], (given) => Reflect.deleteProperty(given, PHOTO())],
  ['a photo that is none', 'photo_left_out', ['photo_file_id'], (given) => (given[PHOTO()] = strToU8('a,b'))]
])('is announced, and the rest can be imported: %s', async (_what, code, loc, change) => {
  const { error, report } = await importedInto(into, changed(change), { dry_run: true });
  expect(error).toBeNull();
  const found = report?.rows.flatMap(({ findings }) => findings).filter(({ level }) => level === 'warning');
  expect(found).toMatchObject([{ code, loc }]);
  expect(report?.counts.refuse).toBe(0);
});

test.each<[what: string, code: string, change: (files: Files) => void]>([
  ['a photo that no record names', 'file_unknown', edited(TT, 'photo_file_id')],
  ['a calibration of a reference without the reference', 'contradiction', edited(USED, 'reference_asset_id')]
])('is refused: %s', async (_what, code, change) => {
  const { error, report } = await importedInto(into, changed(change));
  expect(error?.code).toBe('import_refused');
  const errors = report?.rows.flatMap(({ findings }) => findings).filter(({ level }) => level === 'error');
  expect(errors).toMatchObject([{ code }]);
});

test('without a photo that is none, the asset is imported', async () => {
  const { error, report } = await importedInto(
    into,
    changed((given) => (given[PHOTO()] = strToU8('a,b')))
  );
  expect([error, report?.applied]).toEqual([null, true]);
  const { rows } = await execute(
    into.database.url,
    "SELECT photo_file_id FROM assets WHERE asset_id = 'TT-042' AND organization_id = $1",
    [into.organizationId]
  );
  expect(rows).toEqual([{ photo_file_id: null }]);
});
