import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareOriginal } from '#lib/laboratory/exchange/compare-original.ts';
import { getAsset } from '#lib/server/use-cases/assets/read-assets.ts';
import { listAttachments } from '#lib/server/use-cases/attachments/list-attachments.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { listCalibrations } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createTestDatabase, execute } from '../../../../../../../tests/support/database.ts';
import { exportedFrom, importedInto, traceOf, type Installation } from '../../../../../../../tests/support/exchange.ts';
import { gaugeArchive, gaugeAsset } from '../../../../../../../tests/support/open-gauge.ts';
import {
  fifth,
  GAUGE_ARCHIVE,
  GAUGE_PDF,
  gaugeCalibration,
  linear
} from '../../../../../../../tests/support/open-gauge-sample.ts';
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

const assetOf = (ref: string) => getAsset(here.services, here.actor, { ref, organizationId: here.organizationId });
async function historyOf(ref: string) {
  const { id } = await assetOf(ref);
  const { items } = await listCalibrations(here.services, here.actor, {
    asset: id,
    include_voided: true,
    limit: 50,
    sort: 'version'
  });
  return Promise.all(items.map((one) => getCalibration(here.services, here.actor, one.id)));
}

test('a preview names what is unknown and what is left out; everything is imported without notices or certificates', async () => {
  const plant = await createLocation(here.services, here.actor, {
    name: 'plant',
    organization_id: here.organizationId,
    is_calibration_lab: false
  });
  const look = await importedInto(here, GAUGE_ARCHIVE, { dry_run: true });
  expect(look.error).toBeNull();
  expect(look.report).toMatchObject({ format: 'open-gauge', counts: { create: 3, refuse: 0, calibrations: 5 } });
  const found = Object.fromEntries(
    (look.report?.rows ?? []).map(({ asset_id, findings }) => [asset_id, findings.map(({ code }) => code).sort()])
  );
  expect(found).toEqual({
    'PT-3': ['fields_unknown', 'file_left_out', 'intervals_differ', 'people_unknown'],
    'DAQ-1': ['format_version', 'people_unknown'],
    'OLD-1': []
  });
  const before = await traceOf(here);
  const done = await importedInto(here, GAUGE_ARCHIVE);
  expect(done).toMatchObject({ error: null, report: { applied: true } });
  expect(await traceOf(here)).toMatchObject({ assets: '3', calibrations: '5', jobs: before.jobs, told: before.told });
  const { rows } = await execute(
    here.database.url,
    `SELECT l.name, l.parent_id = '${plant.id}' AS within FROM locations l WHERE l.id <> '${plant.id}' ORDER BY l.name`
  );
  expect(rows).toEqual([
    { name: 'Laboratory 2', within: null },
    { name: 'Oven', within: true }
  ]);
});

test('what is known of an asset is in its fields, the rest among its attributes', async () => {
  const asset = await assetOf('PT-3');
  expect(asset).toMatchObject({
    name: 'Three probes',
    manufacturer: 'Acme',
    serial_number: 'S1',
    category: 'sensor',
    description: 'Handle with care',
    calibration_interval_days: null,
    calibration_interval_months: 6,
    location_name: expect.stringContaining('Oven'),
    photo_url: expect.any(String)
  });
  expect(
    asset.channels.map(({ name, tolerance, resolution, signal_max }) => [name, tolerance, resolution, signal_max])
  ).toEqual([
    ['T1', [{ kind: 'percent_of_span', lower: -0.5, upper: 0.5 }], 0.01, 10],
    ['T2', [{ kind: 'absolute', lower: -0.2, upper: 0.2 }], 0.01, 10],
    ['T3', [{ kind: 'percent_of_span', lower: -0.5, upper: 0.5 }], null, 10]
  ]);
  expect(asset.channels[0]).toMatchObject({
    quantity: 'temperature',
    unit: '°C',
    measured_unit: 'mV',
    range_min: -50,
    range_max: 150
  });
  expect(asset.attributes).toEqual(
    expect.arrayContaining([
      { key: 'Weight', value: '1.25', unit: 'kg' },
      { key: 'Purchase date', value: '2020-01-31', unit: null },
      { key: 'Pin 1', value: 'pin: 1, signal: T1+', unit: null },
      { key: 'T1: Drift rate', value: '0.02', unit: '°C/a' },
      { key: 'T3: Calibration interval', value: '6', unit: 'months' },
      { key: 'T3: Resolution', value: '0.01', unit: '°C' }
    ])
  );
  const files = await listAttachments(here.services, here.actor, { asset: { ref: asset.id } });
  expect(files.map(({ name, uploaded_by }) => [name, uploaded_by.full_name]).toSorted()).toEqual([
    ['datasheet.pdf', 'Open Gauge'],
    ['pinout_image.webp', 'Open Gauge'],
    ['plan.pdf', 'Open Gauge']
  ]);
  expect(await assetOf('DAQ-1')).toMatchObject({
    category: 'daq',
    channels: [],
    unit: 'mV',
    range_max: 150,
    attributes: expect.arrayContaining([
      { key: 'Input count', value: '8', unit: null },
      { key: 'Bus', value: 'RS-485', unit: null }
    ])
  });
  expect(await assetOf('OLD-1')).toMatchObject({
    status: 'retired',
    retired: { at: expect.stringContaining('2025-12-31'), reason: 'Broken' }
  });
});

test('the history keeps dates, versions, people, void state and documents, and the last due date of each channel', async () => {
  const asset = await assetOf('PT-3');
  const channel = new Map(asset.channels.map(({ id, name }) => [id, name]));
  const history = await historyOf('PT-3');
  const summary = history.map((one) => [
    channel.get(one.channel_id ?? ''),
    one.version,
    one.kind,
    one.due_date,
    one.voided?.reason ?? null
  ]);
  expect(summary.sort()).toEqual([
    ['T1', 1, 'internal', '2025-03-01', null],
    ['T1', 2, 'internal', '2025-03-01', 'Wrong bath'],
    ['T2', 1, 'external', '2026-03-01', null],
    ['T3', 1, 'internal', '2025-03-01', null]
  ]);
  const external = history.find(({ kind }) => kind === 'external');
  expect(external).toMatchObject({
    calibration_date: '2024-03-01',
    recorded_by: { id: null, full_name: 'Ana Other' },
    lab_name: 'National laboratory',
    lab_certificate_number: 'NL-7',
    environment: { temperature_c: 21.5, relative_humidity_percent: 45, pressure_kpa: 101.32 },
    imported: true,
    certificate: null,
    coefficients_only: { model: 'linear', coefficients: linear.falling.toReversed(), expanded_uncertainty: 0.1 }
  });
  const files = await listAttachments(here.services, here.actor, { calibration: external?.id ?? '' });
  expect(files).toMatchObject([{ name: 'NL-7 certificate.pdf', bytes: GAUGE_PDF.byteLength }]);
  await expect(getCertificate(here.services, here.actor, external?.id ?? '')).rejects.toMatchObject({
    code: 'certificate_imported'
  });
});

test('a curve with points is computed anew and agrees; where U or the verdict differ, the record says why', async () => {
  const asset = await assetOf('PT-3');
  const history = await historyOf('PT-3');
  const of = (name: string) =>
    history.find(
      ({ channel_id, version }) => asset.channels.find(({ id }) => id === channel_id)?.name === name && version === 1
    );
  for (const [name, { falling }] of [
    ['T1', linear],
    ['T3', fifth]
  ] as const) {
    const coefficients = of(name)?.result?.fit.coefficients ?? [];
    expect(coefficients).toHaveLength(falling.length);
    falling.toReversed().forEach((stated, power) => {
      expect(Math.abs((coefficients[power] ?? NaN) - stated)).toBeLessThan(1e-6 * Math.max(1, Math.abs(stated)));
    });
  }
  const t3 = of('T3');
  expect(t3?.original).toMatchObject({
    system: 'Open Gauge',
    statistics: {
      poly_order: 5,
      poly_coefficients: fifth.falling,
      r_squared: 0.999,
      expanded_uncertainty: 5,
      valid_range_max: 2,
      uncertainty_budget: [{ name: 'Bath', value: 0.04 }],
      data_points: expect.arrayContaining([expect.objectContaining({ point_index: 0, residual_abs: 0.001 })])
    }
  });
  const compared = t3 && compareOriginal(t3);
  expect(compared?.verdict).toEqual({ theirs: 'FAIL', ours: true, differs: true });
  expect(compared?.reasons).toEqual(expect.arrayContaining(['one_u', 'n_minus_1', 'residuals']));
  // No uncertainty that they stated is lost.
  expect(of('T1')?.expanded_uncertainty).toBeGreaterThan(0.09);
});

test('an index of the DAQ without points keeps its coefficients in ascending powers', async () => {
  expect(await historyOf('DAQ-1')).toMatchObject([
    { channel_id: null, coefficients_only: { coefficients: [0.5, 2] }, curve: { coefficients: [0.5, 2] } }
  ]);
});

test('imported again, everything is known already; exported in our format, it is complete', async () => {
  const again = await importedInto(here, GAUGE_ARCHIVE, { on_existing: 'update' });
  expect(again).toMatchObject({ error: null, report: { counts: { update: 3, calibrations: 0, refuse: 0 } } });
  const database = await createTestDatabase();
  try {
    const services = await testServices(database);
    const { organization, founder } = await organizationOf(services, await superadmin(services), {
      certificate_prefix: 'TWO'
    });
    const there = { database, services, actor: founder, organizationId: organization.id };
    const moved = await importedInto(there, await exportedFrom(here));
    expect(moved).toMatchObject({
      error: null,
      report: { format: 'plumbline', counts: { create: 3, calibrations: 5 } }
    });
    const { rows } = await execute(
      database.url,
      "SELECT count(*)::int AS n FROM calibrations WHERE imported ->> 'system' = 'Open Gauge'"
    );
    expect(rows).toEqual([{ n: 5 }]);
  } finally {
    await database.drop();
  }
});

test.each([
  ['no asset in it', gaugeAsset({}), 'asset.asset_id'],
  ['a text where a number belongs', gaugeAsset({ asset_id: 'X', weight_kg: 'heavy' }), 'asset.weight_kg'],
  ['an identifier of spaces alone', gaugeAsset({ asset_id: '  ' }), 'asset_id'],
  [
    'a date that is none',
    gaugeAsset({ asset_id: 'X' }, { calibrations: [gaugeCalibration({ calibration_date: 'soon' })] }),
    'calibration_date'
  ],
  [
    'a calibration of a channel that is not there',
    gaugeAsset(
      { asset_id: 'X' },
      {
        sensor_channels: [{ channel_id: 'A' }, { channel_id: 'B' }],
        calibrations: [gaugeCalibration({ channel_id: 'C' })]
      }
    ),
    'channel_id'
  ]
])('%s is refused with its place', async (_what, asset, loc) => {
  const { report } = await importedInto(here, gaugeArchive([asset]), { dry_run: true });
  expect(report?.rows).toMatchObject([{ action: 'refuse' }]);
  expect(report?.rows[0]?.findings.flatMap((finding) => finding.loc.join('.')).join(' ')).toContain(loc);
});
