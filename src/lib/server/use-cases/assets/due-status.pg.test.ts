/**
 * The due rule exists in TypeScript for devices and in SQL for lists: both must give the same result for any history.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset, CalibrationStatus } from '#lib/contracts/assets.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { calibrationStatus, channelDates } from '#lib/laboratory/calibration-status.ts';
import type { StatusBasis } from '#lib/server/db/asset-record.ts';
import { findAsset, pageOfAssets } from '#lib/server/db/assets.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { history, written } from '../../../../../tests/support/random-history.ts';
import '../../../../../tests/support/seed.ts';
import { testServices, TODAY } from '../../../../../tests/support/services.ts';
import { depth } from '../../../../../tests/support/depth.ts';

let database: TestDatabase;
let services: Services;
let owner: PersonActor;
let organization_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin'));
  owner = own.founder;
  organization_id = own.organization.id;
});
afterAll(() => database.drop());

const read = (id: string, basis: StatusBasis) => transaction(database.pool, SYSTEM, (tx) => findAsset(tx, id, basis));
const isListed = async (asset: Asset, calibration_status: CalibrationStatus, basis: StatusBasis) => {
  const filter = { organization_id, calibration_status, q: asset.asset_id, limit: 500 };
  const { items } = await transaction(database.pool, SYSTEM, (tx) => pageOfAssets(tx, filter, basis));
  return items.some(({ id }) => id === asset.id);
};

test('the database gives the same status as a device for any history, and lists the asset only under it', async () => {
  const seen = new Set<CalibrationStatus>();
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { asset, told } = await written({ database, services, owner, organization_id }, given);
      const basis = { today: TODAY, leadDays: given.leadDays };
      const stored = await read(asset.id, basis);
      const derived = calibrationStatus(stored?.channels ?? [], channelDates(told), basis.today, basis.leadDays);
      expect({ ...stored, overdue_channels: stored?.overdue_channels.toSorted() }).toMatchObject({
        ...derived,
        overdue_channels: derived.overdue_channels.toSorted()
      });
      for (const status of ['calibrated', 'due_soon', 'overdue', 'never'] as const) {
        expect(await isListed(asset, status, basis), status).toBe(status === derived.calibration_status);
      }
      seen.add(derived.calibration_status);
    }),
    { numRuns: depth(20, 200) }
  );
  expect([...seen].sort()).toEqual(['calibrated', 'due_soon', 'never', 'overdue']);
});
