import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { calibrationStatus, channelDates, hasFailed } from '#lib/laboratory/calibration-status.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Verdict } from '#lib/metrology/types.ts';
import { listCalibrationsOfAsset } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { restoreCalibration, voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { getAsset, listAssets } from './read-assets.ts';

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

const failing = analysisRequest(2, { fit: { model: 'none' } });
const assetNow = (asset: Asset) => getAsset(services, laboratory.admin, { ref: asset.id });
const failed = async (actor: PersonActor, given: object = {}) =>
  (
    await listAssets(services, actor, {
      organization_id: laboratory.organizationId,
      verdict: 'failed',
      limit: 500,
      ...given
    })
  ).items.map(({ asset_id }) => asset_id);

test('an asset has the verdict of its last valid calibration, and its status keeps its values', async () => {
  const { admin, technician } = laboratory;
  expect((await assetNow(laboratory.asset)).last_verdict).toBeNull();
  const good = await recorded(services, technician, internalBody(laboratory, { calibration_date: '2026-11-18' }));
  const bad = await recorded(services, technician, internalBody(laboratory, {}, failing));
  expect(bad.conforms).toBe(false);
  expect(await assetNow(laboratory.asset)).toMatchObject({
    calibration_status: 'calibrated',
    last_verdict: { calibration_id: bad.id, conforms: false, as_found: 'fail' }
  });
  expect(await failed(technician)).toEqual(['TT-042']);
  await voidCalibration(services, admin, bad.id, 'wrong sensor');
  expect(await assetNow(laboratory.asset)).toMatchObject({
    last_verdict: { calibration_id: good.id, conforms: true, as_left: 'pass' }
  });
  expect(await failed(technician)).toEqual([]);
  await restoreCalibration(services, admin, bad.id);
  expect(await failed(technician)).toEqual(['TT-042']);
  // A later calibration whose laboratory states no verdict is the last one all the same.
  const outside = await recorded(services, admin, externalBody(laboratory.asset, { calibration_date: '2026-11-21' }));
  expect((await assetNow(laboratory.asset)).last_verdict).toMatchObject({ calibration_id: outside.id, conforms: null });
  expect(await failed(technician)).toEqual([]);
});

test('for all kinds of histories the database gives the same verdict as a device, and filters by it in every order', async () => {
  const { admin, organizationId } = laboratory;
  let state = 20261122;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const verdicts: readonly Verdict[] = ['pass', 'fail', 'conditional_pass'];
  const assets: Asset[] = [];
  for (let i = 0; i < 24; i++) {
    const channels = i % 3 === 0 ? [] : [{ name: 'one' }, { name: 'two' }, { name: 'three' }];
    const asset = await createAsset(services, admin, {
      name: `V ${i}`, asset_id: `V-${i}`, organization_id: organizationId, channels
    }); // prettier-ignore
    for (let n = random(6); n > 0; n--) {
      await storedCalibration(database, asset, admin.userId, {
        channelId: asset.channels[random(4)]?.id ?? null,
        date: `2026-0${1 + random(3)}-01`,
        conforms: [true, false, null][random(3)] ?? null,
        asFound: verdicts[random(4)] ?? null,
        voided: random(5) === 0
      });
    }
    if (random(2) === 0) {
      await execute(database.url, `UPDATE channels SET archived_at = now() WHERE asset_id = $1 AND name = 'two'`, [
        asset.id
      ]);
    }
    assets.push(await assetNow(asset));
  }
  const derived = new Map<string, Asset['last_verdict']>();
  for (const asset of assets) {
    const page = await listCalibrationsOfAsset(services, admin, asset.id, { limit: 50, include_voided: true });
    derived.set(
      asset.asset_id,
      calibrationStatus(asset.channels, channelDates(page.items), '2026-11-21', 30).last_verdict
    );
    expect(asset.last_verdict, asset.asset_id).toEqual(derived.get(asset.asset_id));
  }
  const expected = [...derived].filter(([, last_verdict]) => hasFailed({ last_verdict })).map(([id]) => id);
  expect(expected.length).toBeGreaterThan(2);
  for (const sort of ['asset_id', '-due_date', 'updated_at', '-name']) {
    expect((await failed(admin, { sort, q: 'V' })).sort(), sort).toEqual([...expected].sort());
  }
});
