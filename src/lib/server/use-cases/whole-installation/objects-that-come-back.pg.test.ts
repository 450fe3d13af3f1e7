/** Objects that nothing referenced for a while: with a backup they went, with an import they came back under the same keys. */
import { expect, test } from 'vitest';
import { putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { removeLeftovers } from '#lib/server/use-cases/housekeeping/remove-leftovers.ts';
import { runOperation, type LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import {
  calibratedLaboratory,
  externalBody,
  MEASURING,
  recorded
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { exportedFrom, filesOf, importedInto } from '../../../../../tests/support/exchange.ts';
import {
  calibratedSide,
  exportFrom,
  importTo,
  received,
  side,
  signedIn,
  type Side
} from '../../../../../tests/support/installation-sides.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { importInstallation, runInstallationImport } from './import-installation.ts';

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000);
const housekeeping = ({ services }: Pick<Side, 'services'>, now = inTwoDays) => removeLeftovers({ ...services, now });
/** The database notes by its own clock. */
const today = () => new Date();
const filesIn = async (services: Side['services'], prefix: string): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const key of services.store.list(prefix, inTwoDays())) keys.push(key);
  return keys.sort();
};
const unkept = async ({ database }: Pick<Side, 'database'>) =>
  (await execute(database.url, 'SELECT key FROM unkept_objects ORDER BY key')).rows.map(({ key }) => key as string);

test('a backup is put back, then what was recorded since is imported: its certificates and photos stay', async () => {
  const from = await side();
  const { services, database } = from;
  const { technician, organizationId } = await calibratedLaboratory(services);
  const { archive: backup } = await exportFrom(from);
  const since = { ...MEASURING, organization_id: organizationId, asset_id: 'NEW-1', name: 'Since' };
  const asset = await createAsset(services, technician, since);
  await putAssetPhoto(services, technician, { ref: asset.id }, { bytes: ONE_PIXEL_PNG, contentType: 'image/png' });
  const { id } = await recorded(services, technician, externalBody(asset));
  const certificate = await issueCertificate(services, id);
  const here = { database, services, actor: technician, organizationId };
  const [photo] = await filesOf(here, 'files/');
  const assets = await exportedFrom(here);
  expect((await importTo({ ...from, boss: await signedIn(database, from.boss) }, backup))?.error).toBeNull();
  expect(await unkept(from)).toEqual([certificate, photo]);

  // As they were given up long ago: housekeeping must not come between their being stored and the commit.
  await execute(database.url, "UPDATE unkept_objects SET since = since - interval '2 days'");
  const put: string[] = [];
  const store = Object.assign(Object.create(services.store), {
    put: async (...args: Parameters<typeof services.store.put>) => {
      await services.store.put(...args);
      put.push(args[0]);
      if (args[0] === certificate) await housekeeping(from, today);
    }
  }) as typeof services.store;
  const again = await importedInto({ ...here, services: { ...services, store } }, assets, { on_existing: 'skip' });
  expect(again.error).toBeNull();
  expect(put).toEqual(expect.arrayContaining([certificate, photo]));
  expect(await filesIn(services, 'certificates/')).toContain(certificate);
  expect(await filesIn(services, 'files/')).toEqual([photo]);

  await housekeeping(from);
  expect(await filesIn(services, 'certificates/')).toContain(certificate);
  expect(await filesIn(services, 'files/')).toEqual([photo]);
  expect(await unkept(from)).toEqual([]);
  await database.drop();
}, 120_000);

test('what an import left that failed is removed, unless another one brings the same', async () => {
  const from = await calibratedSide();
  const { archive } = await exportFrom(from);
  const wanted = await filesIn(from.services, 'certificates/');
  const to = await side();
  const run = async (change: (work: LongWork) => Partial<LongWork>) => {
    const { job_id } = await importInstallation(to.services, to.boss, { dry_run: false }, received(archive));
    await runOperation(to.services, job_id, {
      database_import: (services, work) => runInstallationImport(services, { ...work, ...change(work) })
    });
  };
  const failing = (work: LongWork): Partial<LongWork> => ({
    progress: async (progress) => {
      if (progress.done === progress.total) throw new Error('the last object cannot be stored');
      await work.progress(progress);
    }
  });
  await run(failing);
  expect(await unkept(to)).toEqual(wanted);
  expect(await filesIn(to.services, 'certificates/')).not.toEqual([]);
  await housekeeping(to);
  expect(await filesIn(to.services, 'certificates/')).toEqual([]);
  expect(await unkept(to)).toEqual([]);

  await run(failing);
  await execute(to.database.url, "UPDATE unkept_objects SET since = since - interval '2 days'");
  await run((work) => ({
    progress: async (progress) => {
      if (progress.done === progress.total) await housekeeping(to, today);
      await work.progress(progress);
    }
  }));
  await housekeeping(to);
  expect(await filesIn(to.services, 'certificates/')).toEqual(wanted);
  for (const { database } of [from, to]) await database.drop();
}, 120_000);
