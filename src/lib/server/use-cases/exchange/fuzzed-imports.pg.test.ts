/**
 * Archives of a laboratory, changed at random. Each is refused, says why, and leaves nothing behind; or it is imported, and what is exported
 * again is what it said, but for what the report announced. `npm run fuzz` goes on with other seeds; a failure names its seed, and
 * `FUZZ_ARCHIVE=seed` repeats the change.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ImportReport } from '#lib/contracts/exchange.ts';
import { putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { addAttachment } from '#lib/server/use-cases/attachments/add-attachment.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { exportedFrom, importedInto, type Installation } from '../../../../../tests/support/exchange.ts';
import { announcedBy, differencesOf } from '../../../../../tests/support/archive-differences.ts';
import { mutated } from '../../../../../tests/support/mutated-archives.ts';
import { organizationOf, superadmin } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { wholeOf } from '../../../../../tests/support/whole-installation.ts';
import { depth } from '../../../../../tests/support/depth.ts';

const ONE = process.env['FUZZ_ARCHIVE'];
const FROM = Number(ONE ?? process.env['PROPERTY_SEED'] ?? 1);
/** Few, and always the same. */
const AT_LEAST = ONE === undefined ? depth(12, 60) : 1;
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 0);
let folder: string;
let archive: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-fuzzed-'));
  vi.stubEnv('TMPDIR', folder);
  const database = await createTestDatabase();
  const services = await testServices(database);
  await superadmin(services);
  const { admin, technician, asset, reference, multi, organizationId } = await calibratedLaboratory(services);
  await putAssetPhoto(services, admin, { ref: asset.id }, { bytes: ONE_PIXEL_PNG, contentType: 'image/png' });
  const own = { organization_id: organizationId };
  const location = await createLocation(services, admin, { ...own, name: 'Hall', is_calibration_lab: false });
  const procedure = await createProcedure(services, admin, { ...own, code: 'P-1', name: 'Comparison', body: '' });
  const placed = { ...own, name: 'Scale', location_id: location.id, procedure_id: procedure.id };
  for (const asset_id of ['SC-7', 'SC-8']) await createAsset(services, admin, { ...placed, asset_id });
  const issued = await recorded(services, technician, internalBody({ asset, reference }));
  await getCertificate(services, technician, issued.id);
  await recorded(services, technician, externalBody(multi, { channel_id: multi.channels[0]?.id }));
  const receive = async () => {
    const bytes = Buffer.from('%PDF-1.7 plan');
    const path = join(folder, 'upload');
    await writeFile(path, bytes);
    return { path, size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  await addAttachment(services, technician, { asset: { ref: asset.id } }, { name: 'plan.pdf', receive });
  archive = await exportedFrom({ database, services, actor: admin, organizationId });
  await database.drop();
  await rm(join(folder, 'upload'), { force: true });
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Without the keys that an import noted before it stored files: a sweep forgets them, whether it ended or not. */
const stateOf = (installation: Installation) => wholeOf(installation, ['operations', 'unkept_objects']);
/** The object stores of the tests are in the same folder. */
const temporaryFiles = async () => (await readdir(folder)).filter((name) => !name.startsWith('plumbline-store-'));

async function emptyInstallation(): Promise<Installation> {
  const database = await createTestDatabase();
  const services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await superadmin(services), {
    certificate_prefix: 'NEW'
  });
  return { database, services, actor: founder, organizationId: organization.id };
}

/** An entry, or that the bytes are no archive at all. */
const NAMED = /^[^ ]+: |^This is not a ZIP|^The directory of the archive|contradict/;

test('it is refused and nothing is there, or it is imported as it is', async () => {
  let into = await emptyInstallation();
  let empty = await stateOf(into);
  let [refused, imported] = [0, 0];
  const until = Date.now() + SECONDS * 1000;
  try {
    for (let seed = FROM; seed < FROM + AT_LEAST || Date.now() < until; seed++) {
      const { how, bytes } = mutated(archive, seed);
      const { state, error, report } = await importedInto(into, bytes);
      const which = `seed ${seed}: ${how}`;
      expect(await temporaryFiles(), which).toEqual([]);
      if (error !== null) {
        const says = error.code === 'archive_refused' ? error.detail : namesOf(report);
        expect([which, error.code, says]).toEqual([
          which,
          expect.stringMatching(/^(archive_refused|import_refused)$/),
          expect.stringMatching(NAMED)
        ]);
        expect(await stateOf(into), which).toEqual(empty);
        refused++;
        continue;
      }
      expect([which, state]).toEqual([which, 'done']);
      const isAnnounced = announcedBy(report, bytes);
      const differing = differencesOf(bytes, await exportedFrom(into)).filter((one) => !isAnnounced(one));
      expect([which, differing]).toEqual([which, []]);
      imported++;
      await into.database.drop();
      into = await emptyInstallation();
      empty = await stateOf(into);
    }
  } finally {
    await into.database.drop();
  }
  // Both happen, so that neither is checked in vain.
  if (ONE === undefined) expect(Math.min(refused, imported)).toBeGreaterThan(AT_LEAST / 10);
}, 86_400_000);

/** The entries of a report in which something is wrong. */
const namesOf = (report: ImportReport | null): string =>
  (report?.rows ?? [])
    .flatMap(({ path, findings }) => findings.filter(({ level }) => level === 'error').map(() => `${path}: `))
    .join('');
