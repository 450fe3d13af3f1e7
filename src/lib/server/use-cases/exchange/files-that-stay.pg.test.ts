/** An import never costs a file that a record has, at once or when housekeeping comes by later. */
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';
import { addAttachment } from '#lib/server/use-cases/attachments/add-attachment.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { removeLeftovers } from '#lib/server/use-cases/housekeeping/remove-leftovers.ts';
import { runOperation, type LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';
import { calibratedLaboratory, externalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute } from '../../../../../tests/support/database.ts';
import {
  begunImport,
  exportedFrom,
  filesOf,
  importedInto,
  type Installation
} from '../../../../../tests/support/exchange.ts';
import { organizationOf, superadmin } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { runImport } from './import-assets.ts';

let here: Installation;
let archive: Buffer;
beforeAll(async () => {
  const database = await createTestDatabase();
  const services = await testServices(database);
  await superadmin(services);
  const { technician, asset, organizationId } = await calibratedLaboratory(services);
  here = { database, services, actor: technician, organizationId };
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-staying-'));
  const upload = (name: string, text: string) => ({
    name,
    receive: async () => {
      const bytes = Buffer.from(text);
      const path = join(folder, 'upload');
      await writeFile(path, bytes);
      return { path, size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    }
  });
  await addAttachment(services, technician, { asset: { ref: asset.id } }, upload('manual.pdf', '%PDF-1.7 manual'));
  await putAssetPhoto(services, technician, { ref: asset.id }, { bytes: ONE_PIXEL_PNG, contentType: 'image/png' });
  const { id } = await recorded(services, technician, externalBody(asset));
  await issueCertificate(services, id);
  await addAttachment(services, technician, { calibration: id }, upload('scan.pdf', '%PDF-1.7 scan'));
  archive = await exportedFrom(here);
}, 120_000);
afterAll(() => here.database.drop());

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000);
const housekeeping = () => removeLeftovers({ ...here.services, now: inTwoDays });
const unkept = async () => (await execute(here.database.url, 'SELECT key FROM unkept_objects')).rows;
/** Keys of what records have; uploads and results of the work itself come and go. */
const files = async () => (await filesOf(here, '')).filter((key) => !key.startsWith('operations/')).sort();

async function otherLaboratory(name: string, certificate_prefix: string): Promise<Installation> {
  const given = { name, certificate_prefix };
  const { organization, founder } = await organizationOf(here.services, await superadmin(here.services), given);
  return { ...here, actor: founder, organizationId: organization.id };
}

test('imported again, an asset keeps the files that it has, and nothing notes them for removal', async () => {
  const before = await files();
  expect(before.filter((key) => key.startsWith('attachments/'))).toHaveLength(2);
  expect(await importedInto(here, archive, { on_existing: 'update' })).toMatchObject({ state: 'done', error: null });
  expect(await unkept()).toEqual([]);
  await housekeeping();
  expect(await files()).toEqual(before);
});

test('so does one whose files were given other ids', async () => {
  const into = await otherLaboratory('Second laboratory', 'SEC');
  expect((await importedInto(into, archive)).error).toBeNull();
  const before = await files();
  expect(before.filter((key) => key.startsWith('attachments/'))).toHaveLength(4);
  expect((await importedInto(into, archive, { on_existing: 'update' })).error).toBeNull();
  expect(await unkept()).toEqual([]);
  await housekeeping();
  expect(await files()).toEqual(before);
});

test('files that were noted by mistake stay, and their notes go', async () => {
  const before = await files();
  await execute(here.database.url, "INSERT INTO unkept_objects (key) SELECT 'attachments/' || id FROM attachments");
  await housekeeping();
  expect(await files()).toEqual(before);
  expect(await unkept()).toEqual([]);
});

test('an import that another one of the same records outran leaves the files of that one', async () => {
  const into = await otherLaboratory('Third laboratory', 'THI');
  const slow = await begunImport(into, archive);
  let isOutrun = false;
  await runOperation(here.services, slow, {
    assets_import: (services, work) =>
      runImport(services, {
        ...work,
        progress: async (progress) => {
          // All has been looked at, and nothing is written yet.
          if (!isOutrun && progress.done === progress.total) {
            isOutrun = true;
            expect((await importedInto(into, archive)).error).toBeNull();
          }
          await work.progress(progress);
        }
      } as LongWork)
  });
  expect((await getOperation(here.services, into.actor, slow)).error).toMatchObject({ code: 'archive_refused' });
  const { rows } = await execute(
    here.database.url,
    'SELECT photo_file_id FROM assets WHERE organization_id = $1 AND photo_file_id IS NOT NULL',
    [into.organizationId]
  );
  expect(rows).toHaveLength(1);
  expect(await files()).toContain(`files/${rows[0].photo_file_id}`);
});
