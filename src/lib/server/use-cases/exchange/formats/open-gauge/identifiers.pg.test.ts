/** Assets whose identifiers in the other system cannot be identifiers here. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportReport } from '#lib/contracts/exchange.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { createAssetBody } from '#lib/contracts/assets.ts';
import { getAsset, listAssets } from '#lib/server/use-cases/assets/read-assets.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { updateAssetBody } from '#lib/contracts/assets.ts';
import { createTestDatabase, execute } from '../../../../../../../tests/support/database.ts';
import { importedInto, traceOf, type Installation } from '../../../../../../../tests/support/exchange.ts';
import { gaugeArchive, gaugeAsset } from '../../../../../../../tests/support/open-gauge.ts';
import { gaugeCalibration } from '../../../../../../../tests/support/open-gauge-sample.ts';
import { organizationOf, superadmin } from '../../../../../../../tests/support/people.ts';
import { testServices } from '../../../../../../../tests/support/services.ts';

let here: Installation;
beforeAll(async () => {
  const database = await createTestDatabase();
  const services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await superadmin(services), {
    certificate_prefix: 'LAB'
  });
  here = { database, services, actor: founder, organizationId: organization.id };
});
afterAll(() => here.database.drop());

const UUID = '0190a000-0000-7000-8000-00000000000a';
const LONG = `Pt ${'9'.repeat(70)}`;
/** Their identifiers in the order of the archive, and what they become in an organization that has A-B-2. */
const NAMES = [
  ['A B', 'A-B-3'],
  ['A-B', 'A-B'],
  ['Ä/b', 'A-b-4'],
  ['a+b', 'a-b-5'],
  ['export', 'OG-export'],
  [UUID, `OG-${UUID}`],
  ['温度計', expect.stringMatching(/^OG-[0-9a-f]{8}$/)],
  [LONG, `Pt-${'9'.repeat(61)}`],
  [`${LONG}1`, `Pt-${'9'.repeat(59)}-2`]
] as const;
const assets = NAMES.map(([asset_id]) =>
  gaugeAsset(
    { asset_id, name: `Gauge ${asset_id}`.slice(0, 100) },
    {
      sensor_channels: [{ channel_id: 'T1' }, { channel_id: 'T2' }],
      calibrations: [gaugeCalibration({ channel_id: 'T1' }), gaugeCalibration({ channel_id: 'T2' })]
    }
  )
);
const archive = gaugeArchive(assets);
const changed = (report: ImportReport | null) =>
  report?.rows.flatMap(({ asset_id, findings }) =>
    findings.filter(({ code }) => code === 'asset_id_changed').map(({ loc, ...one }) => ({ asset_id, loc, ...one }))
  );

test('each gets the nearest identifier that is free; a warning names both, and the original finds the asset', async () => {
  await createAsset(
    here.services,
    here.actor,
    createAssetBody.parse({ organization_id: here.organizationId, asset_id: 'a-b-2', name: 'Was here before' })
  );
  const look = await importedInto(here, archive, { dry_run: true });
  expect(look).toMatchObject({ error: null, report: { counts: { create: 9, refuse: 0, calibrations: 18 } } });
  expect((await importedInto(here, archive)).report?.rows).toEqual(look.report?.rows);
  const { rows } = await execute(
    here.database.url,
    `SELECT name, asset_id FROM assets WHERE name LIKE 'Gauge %' ORDER BY name COLLATE "C"`
  );
  const expected = NAMES.map(([name, asset_id]) => ({ name: `Gauge ${name}`.slice(0, 100), asset_id }));
  expect(rows).toEqual(expected.sort((a, b) => (Buffer.from(a.name) < Buffer.from(b.name) ? -1 : 1)));
  expect(changed(look.report)).toHaveLength(8);
  expect(changed(look.report)).toContainEqual({
    asset_id: 'A-B-3', level: 'warning', code: 'asset_id_changed', loc: ['asset_id', 'A B'], suggestion: 'A-B-3',
    message: '“A B” cannot be an identifier here: the asset is imported as A-B-3. The original is kept as an attribute.'
  }); // prettier-ignore
  const { items } = await listAssets(here.services, here.actor, { q: '温度計', limit: 5 });
  expect(items).toMatchObject([{ attributes: [{ key: 'Original asset ID', value: '温度計', unit: null }] }]);
});

test('imported again, alone and after a new name, each is found as the asset that it became', async () => {
  const before = await traceOf(here);
  const alone = gaugeArchive(assets.slice(3, 4));
  const again = await importedInto(here, alone, { on_existing: 'update' });
  expect(again.report).toMatchObject({ counts: { update: 1, create: 0, calibrations: 0 } });
  expect(changed(again.report)).toMatchObject([{ asset_id: 'a-b-5' }]);
  expect((await importedInto(here, archive, { on_existing: 'skip' })).report?.counts).toMatchObject({ skip: 9 });
  const { id } = await getAsset(here.services, here.actor, { ref: 'OG-export' });
  await updateAsset(here.services, here.actor, { ref: id }, updateAssetBody.parse({ asset_id: 'PUMP-1' }), null);
  const renamed = await importedInto(here, gaugeArchive(assets.slice(4, 5)), { on_existing: 'update' });
  expect(renamed.report).toMatchObject({ counts: { update: 1, create: 0 }, rows: [{ asset_id: 'PUMP-1' }] });
  expect(await traceOf(here)).toMatchObject({ assets: before.assets, calibrations: before.calibrations });
});

test('another organization has its own: nothing of the first one is touched', async () => {
  const { organization, founder } = await organizationOf(here.services, here.actor, { certificate_prefix: 'TWO' });
  const there = { ...here, actor: founder, organizationId: organization.id };
  const { report } = await importedInto(there, archive);
  expect(report).toMatchObject({ counts: { create: 9, refuse: 0, calibrations: 18 } });
  expect(changed(report)).toContainEqual(expect.objectContaining({ asset_id: 'A-B-2', loc: ['asset_id', 'A B'] }));
  expect((await importedInto(there, archive, { on_existing: 'update' })).report).toMatchObject({
    counts: { update: 9, create: 0, calibrations: 0 }
  });
});
