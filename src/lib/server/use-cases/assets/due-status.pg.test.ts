/** The rule by which an asset is due stands in TypeScript for devices and in SQL for lists: both say the same of any history. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset, CalibrationStatus } from '#lib/contracts/assets.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { addDays, calibrationStatus, channelDates } from '#lib/laboratory/calibration-status.ts';
import type { StatusBasis } from '#lib/server/db/asset-record.ts';
import { findAsset, pageOfAssets } from '#lib/server/db/assets.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import '../../../../../tests/support/seed.ts';
import { testServices, TODAY } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';

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

const LEAD = 30;
/** Days around the edges of the rule, so that equal days and the day before and after are common. */
const day = fc.constantFrom(-400, -31, -30, -2, -1, 0, 1, 2, 29, 30, 31, 32, 400).map((days) => addDays(TODAY, days));
const calibration = fc.record({
  /** Which channel; beyond those that there are: the asset as a whole. */
  channel: fc.nat({ max: 3 }),
  date: day.filter((date) => date <= TODAY),
  due: fc.option(day),
  voided: fc.boolean(),
  conforms: fc.option(fc.boolean()),
  asFound: fc.option(fc.constantFrom('pass' as const, 'fail' as const, 'conditional_pass' as const))
});
const history = fc.record({
  /** Which of the channels are archived. */
  channels: fc.array(fc.boolean(), { maxLength: 3 }),
  calibrations: fc.array(calibration, { maxLength: 6 }),
  leadDays: fc.constantFrom(0, 1, LEAD, 31)
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

let count = 0;
/** Writes a history, and tells it as a device would hold it. */
async function written({
  channels,
  calibrations
}: History): Promise<{ asset: Asset; told: Parameters<typeof channelDates>[0] }> {
  const asset = await createAsset(services, owner, {
    asset_id: `H-${++count}`,
    name: `H ${count}`,
    organization_id,
    channels: channels.map((_, index) => ({ name: `channel ${index}` }))
  });
  const told = [];
  for (const [version, { channel, date, due, voided, conforms, asFound }] of calibrations.entries()) {
    const channelId = asset.channels[channel]?.id ?? null;
    const id = await storedCalibration(database, asset, owner.userId, {
      channelId,
      date,
      due,
      voided,
      conforms,
      asFound
    });
    const profile =
      asFound === null
        ? null
        : { low: 0, high: 1, adjusted: false, reference_u: null, places: [], as_found: asFound, as_left: null };
    told.push({ id, version, channel_id: channelId, calibration_date: date, due_date: due, voided, conforms, profile });
  }
  const archived = asset.channels.filter((_, index) => channels[index]).map(({ id }) => id);
  await execute(database.url, 'UPDATE channels SET archived_at = now() WHERE id = ANY ($1)', [archived]);
  return { asset, told };
}

const read = (id: string, basis: StatusBasis) => transaction(database.pool, SYSTEM, (tx) => findAsset(tx, id, basis));
const isListed = async (asset: Asset, calibration_status: CalibrationStatus, basis: StatusBasis) => {
  const filter = { organization_id, calibration_status, q: asset.asset_id, limit: 500 };
  const { items } = await transaction(database.pool, SYSTEM, (tx) => pageOfAssets(tx, filter, basis));
  return items.some(({ id }) => id === asset.id);
};

test('the database finds of any history what a device derives, and lists the asset under that status alone', async () => {
  const seen = new Set<CalibrationStatus>();
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { asset, told } = await written(given);
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
    { numRuns: 40 }
  );
  expect([...seen].sort()).toEqual(['calibrated', 'due_soon', 'never', 'overdue']);
});
