/** The dashboard's numbers come from groups that the database makes; a device counts what it holds. Both say the same. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alikeOf, countAssetStates } from '#lib/laboratory/asset-counts.ts';
import {
  addDays,
  calibrationStatus,
  channelDates,
  type JudgedCalibration
} from '#lib/laboratory/calibration-status.ts';
import { countedForPassRate, passRates } from '#lib/laboratory/pass-rate.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { person, organizationOf, refreshed, superadmin } from '../../../../../tests/support/people.ts';
import { history, LEAD, written } from '../../../../../tests/support/random-history.ts';
import '../../../../../tests/support/seed.ts';
import { testServices, TODAY } from '../../../../../tests/support/services.ts';
import { summarizeDashboard } from './summarize-dashboard.ts';

let database: TestDatabase;
let services: Services;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
});
afterAll(() => database.drop());

const state = fc.constantFrom('in service', 'in service', 'out of service', 'retired');
const registry = fc.array(fc.record({ history, state }), { maxLength: 4 });
const STATES = {
  'in service': '',
  'out of service': "out_of_service_since = now(), out_of_service_reason = 'dropped'",
  retired: "status = 'retired', retired_at = now()"
};

test('for any registry the server gives the numbers that a device counts', async () => {
  await fc.assert(
    fc.asyncProperty(registry, async (given) => {
      const founder = await person(services, 'technician');
      const { organization, founder: owner } = await organizationOf(services, founder);
      const held = [];
      const calibrations: JudgedCalibration[] = [];
      for (const { history: past, state: now } of given) {
        const { asset, told } = await written(
          { database, services, owner, organization_id: organization.id },
          { ...past, leadDays: LEAD }
        );
        if (STATES[now] !== '')
          await execute(database.url, `UPDATE assets SET ${STATES[now]} WHERE id = '${asset.id}'`);
        const channels = asset.channels.map(({ id }, i) => ({ id, archived_at: past.channels[i] ? 'then' : null }));
        held.push({
          ...asset,
          ...calibrationStatus(channels, channelDates(told), TODAY, LEAD),
          status: now === 'retired' ? ('retired' as const) : ('active' as const),
          out_of_service: now === 'out of service' ? { since: 'then', reason: 'dropped', until: null } : null
        });
        calibrations.push(...told);
      }
      const counted = countAssetStates(
        held.flatMap((asset) => alikeOf(asset) ?? []),
        TODAY
      );
      const valid = calibrations.map((calibration) => ({
        ...calibration,
        voided: calibration.voided ? ({} as never) : null
      }));
      const rates = passRates(countedForPassRate(valid, TODAY));
      const summary = await summarizeDashboard(services, owner, {});
      expect(summary).toMatchObject({
        ...counted,
        pass_rate: { as_found: rates.as_found.share, as_left: rates.as_left.share, n: rates.n, months: 12 }
      });
      const ids = valid.filter(({ voided }) => voided === null).map(({ id }) => id);
      expect(summary.recent.map(({ id }) => id).toSorted()).toEqual(
        ids.length > 10 ? expect.any(Array) : ids.toSorted()
      );
      expect(await summarizeDashboard(services, owner, { organization_id: organization.id })).toEqual(summary);
    }),
    { numRuns: 8 }
  );
}, 60_000);

test('other people’s numbers are returned where their records may be read, and only on request', async () => {
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  await written(
    { database, services, owner: founder, organization_id: organization.id },
    { channels: [], calibrations: [], leadDays: LEAD }
  );
  const stranger = await person(services, 'viewer');
  const never = async (organization_id?: string) =>
    (await summarizeDashboard(services, stranger, { organization_id })).by_status.never;
  expect(await never()).toBe(0);
  expect(await never(organization.id)).toBe(1);
  const other = await person(services, 'technician');
  const hidden = await createOrganization(services, other, { name: 'Hidden', private: true });
  await expect(never(hidden.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await summarizeDashboard(services, await refreshed(services, other), {})).toMatchObject({
    by_status: { calibrated: 0, due_soon: 0, overdue: 0, never: 0 },
    pass_rate: { as_found: null, as_left: null, n: 0, months: 12 },
    recent: [],
    tasks_due: 0
  });
});

test('tasks count as due from their lead time on, of assets in service alone', async () => {
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  const asset = await createAsset(services, founder, {
    asset_id: 'TASKS',
    name: 'Gauge',
    organization_id: organization.id
  });
  const task = (due: number, lead: number | null, archived = false) =>
    execute(
      database.url,
      `INSERT INTO tasks (id, organization_id, asset_id, position, name, kind, interval_value, interval_unit, lead_days, next_due, archived_at)
       VALUES ($1, $2, $3, 0, 'Check', 'other', 1, 'years', $4, $5, $6)`,
      [randomUUID(), organization.id, asset.id, lead, addDays(TODAY, due), archived ? '2026-01-01T00:00:00Z' : null]
    );
  await task(-5, 0);
  await task(0, 0);
  await task(1, 0);
  await task(LEAD, null);
  await task(LEAD + 1, null);
  await task(-5, 0, true);
  const due = async () => (await summarizeDashboard(services, founder, {})).tasks_due;
  expect(await due()).toBe(3);
  await execute(database.url, `UPDATE assets SET ${STATES['out of service']} WHERE id = '${asset.id}'`);
  expect(await due()).toBe(0);
});
