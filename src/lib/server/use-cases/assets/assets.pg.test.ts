import pg from 'pg';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { etag } from '#lib/laboratory/freshness.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { findBrokenLink } from '#lib/server/db/audit-chain.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from '../../../../../tests/support/calibration-row.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { createAsset } from './create-asset.ts';
import { getAsset, listAssets } from './read-assets.ts';
import { resolveAsset } from './resolve-asset.ts';
import { restoreAsset, retireAsset } from './retire-asset.ts';
import { updateAsset } from './update-asset.ts';

let database: TestDatabase;
let services: Services;
let founder: PersonActor;
let technician: PersonActor;
let viewer: PersonActor;
let outsider: PersonActor;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const own = await organizationOf(services, await person(services, 'admin', 'Olga Admin'), {
    name: 'Private lab',
    private: true
  });
  founder = own.founder;
  organizationId = own.organization.id;
  technician = await joined(services, await person(services, 'technician', 'Tess Technician'), organizationId);
  viewer = await joined(services, await person(services, 'viewer'), organizationId, 'admin');
  outsider = await person(services, 'admin', 'Oscar Outsider');
});
afterAll(() => database.drop());

let count = 0;
const create = (given: Partial<Parameters<typeof createAsset>[2]> = {}, actor = technician): Promise<Asset> =>
  createAsset(services, actor, {
    asset_id: `A-${++count}`,
    name: `Asset ${count}`,
    organization_id: organizationId,
    ...given
  });
const update = (asset: Asset, body: Parameters<typeof updateAsset>[3], ifMatch: string | null = null) =>
  updateAsset(services, technician, { ref: asset.id }, body, ifMatch);
const auditOf = async (asset: Asset) =>
  (await transaction(database.pool, SYSTEM, (tx) =>
    tx.any(sql.unsafe`SELECT action, changes FROM audit_log WHERE resource_id = ${asset.id} ORDER BY number`)
  )) as readonly { action: string; changes: Record<string, { old: unknown; new: unknown }> }[];

test('an asset is returned as created, with its channels in order and everything else empty', async () => {
  const tolerance = [{ kind: 'absolute' as const, lower: -0.3, upper: 0.3 }];
  const asset = await create({
    unit: '°C',
    range_min: -1e-12,
    range_max: 0.1 + 0.2,
    tolerance,
    tags: ['oven', 'oven', 'line 2'],
    channels: [{ name: 'Probe 1', resolution: 0.01 }, { name: 'Probe 2' }]
  });
  expect(asset).toMatchObject({
    status: 'active',
    organization_name: 'Private lab',
    range_min: -1e-12,
    range_max: 0.30000000000000004,
    tolerance,
    correction_applied: true,
    tags: ['oven', 'line 2'],
    calibration_status: 'never',
    due_date: null,
    overdue_channels: [],
    created_by: { id: technician.userId, full_name: 'Tess Technician' }
  });
  expect(asset.channels.map((channel) => channel.name)).toEqual(['Probe 1', 'Probe 2']);
  expect(asset.created_by).not.toHaveProperty('email');
  expect(await getAsset(services, viewer, { ref: asset.asset_id.toLowerCase() })).toEqual(asset);
});

test('a private organization’s assets are unknown to outsiders, and its records are no viewer’s to change', async () => {
  const asset = await create();
  await expect(getAsset(services, outsider, { ref: asset.id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(create({}, outsider)).rejects.toMatchObject({ code: 'not_found' });
  await expect(create({}, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(retireAsset(services, viewer, { ref: asset.id })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await listAssets(services, outsider, { limit: 500 })).items).toEqual([]);
});

test('a public organization’s assets are read by everybody and changed by members alone', async () => {
  const { organization, founder: owner } = await organizationOf(services, await person(services, 'technician'), {
    name: 'Public lab'
  });
  const asset = await create({ organization_id: organization.id, asset_id: 'PUB-1' }, owner);
  expect(await getAsset(services, outsider, { ref: 'pub-1' })).toMatchObject({ id: asset.id });
  const change = updateAsset(services, outsider, { ref: 'PUB-1' }, { name: 'Mine now' }, null);
  await expect(change).rejects.toMatchObject({ code: 'forbidden' });
  await expect(create({ organization_id: organization.id }, outsider)).rejects.toMatchObject({ code: 'forbidden' });
});

test('an identifier is unique in its organization ignoring case, also among twenty concurrent requests', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => create({ asset_id: i % 2 ? 'TWIN' : 'twin' }))
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'asset_id_taken' });
  }
});

test('a ref means the own organization’s asset first, and names the candidates when it cannot decide', async () => {
  const elsewhere = await organizationOf(services, await person(services, 'technician'), { name: 'Elsewhere' });
  const second = await organizationOf(services, founder, { name: 'Second lab' });
  const own = await create({ asset_id: 'SAME' });
  const foreign = await create({ asset_id: 'SAME', organization_id: elsewhere.organization.id }, elsewhere.founder);
  const resolve = (actor: PersonActor, ref: string, organization?: string) =>
    transaction(database.pool, actor, (tx) => resolveAsset(tx, ref, organization));
  expect((await resolve(technician, 'same')).id).toBe(own.id);
  expect((await resolve(technician, 'same', elsewhere.organization.id)).id).toBe(foreign.id);
  expect((await resolve(outsider, 'same')).id).toBe(foreign.id);
  const third = await create({ asset_id: 'SAME', organization_id: second.organization.id }, second.founder);
  const refused = await resolve(second.founder, 'SAME').catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'ambiguous_ref' });
  const { candidates } = (refused as { context: { candidates: { id: string }[] } }).context;
  expect(candidates.map((candidate) => candidate.id)).toEqual([own.id, third.id]);
  await expect(resolve(outsider, own.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(resolve(technician, foreign.id, organizationId)).rejects.toMatchObject({ code: 'not_found' });
});

test('impossible ranges and tolerances are reported at their fields', async () => {
  const bad = { range_min: 5, range_max: 5, tolerance: [{ kind: 'absolute' as const, lower: null, upper: null }] };
  const refused = await create({ channels: [{ name: 'ok' }, { name: 'bad', ...bad }] }).catch(
    (thrown: unknown) => thrown
  );
  const faults = (refused as { faults: { loc: string[]; type: string }[] }).faults;
  expect(faults.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
    ['body.channels.1.range_max', 'range_order'],
    ['body.channels.1.tolerance.0', 'limit_missing']
  ]);
});

test('a change is recorded field by field, and a stale one is refused', async () => {
  const asset = await create({ manufacturer: 'Acme', resolution: 0.1 });
  const changed = await update(asset, { manufacturer: 'Acme Ltd', resolution: 0.1 }, etag(asset.updated_at));
  expect(changed).toMatchObject({ manufacturer: 'Acme Ltd', resolution: 0.1, name: asset.name });
  await expect(update(asset, { name: 'Late' }, etag(asset.updated_at))).rejects.toMatchObject({ code: 'stale' });
  const rows = await auditOf(asset);
  expect(rows.map((row) => row.action)).toEqual(['asset.created', 'asset.updated']);
  expect(rows[1]?.changes).toEqual({ manufacturer: { old: 'Acme', new: 'Acme Ltd' } });
  expect(await update(changed, { manufacturer: 'Acme Ltd' })).toEqual(changed);
  expect(await auditOf(asset)).toHaveLength(2);
});

test('replacing channels changes, adds, deletes unused ones and archives calibrated ones', async () => {
  const asset = await create({ channels: [{ name: 'One', cmc: 0.5 }, { name: 'Two' }, { name: 'Three' }] });
  const [one, two, three] = asset.channels.map((channel) => channel.id);
  if (!one || !two || !three) throw new Error('three channels were made');
  await storedCalibration(database, asset, technician.userId, { channelId: two });
  const changed = await update(asset, { channels: [{ id: one, name: 'First' }, { name: 'Four' }] });
  expect(changed.channels.map((channel) => [channel.name, channel.archived_at !== null])).toEqual([
    ['First', false],
    ['Four', false],
    ['Two', true]
  ]);
  expect(changed.channels[0]).toMatchObject({ id: one, cmc: { a: 0.5, b: 0 } });
  const four = changed.channels[1]?.id;
  expect((await auditOf(asset))[1]?.changes).toEqual({
    [`channel.${one}.name`]: { old: 'One', new: 'First' },
    [`channel.${two}`]: { old: 'Two', new: null },
    [`channel.${three}`]: { old: 'Three', new: null },
    [`channel.${four}`]: { old: null, new: 'Four' }
  });
  const back = await update(changed, { channels: [{ id: two, name: 'Two' }] });
  expect(back.channels.filter((channel) => channel.archived_at === null).map((channel) => channel.id)).toEqual([two]);
  await expect(update(asset, { channels: [{ id: three, name: 'Gone' }] })).rejects.toMatchObject({
    name: 'InvalidInput'
  });
});

test('status follows the latest due date; voided calibrations do not count; one overdue channel is named', async () => {
  const asset = await create({ channels: [{ name: 'A' }, { name: 'B' }] });
  const [a, b] = asset.channels.map((channel) => channel.id);
  if (!a || !b) throw new Error('two channels were made');
  const by = technician.userId;
  const now = () => getAsset(services, technician, { ref: asset.id });
  await storedCalibration(database, asset, by, { channelId: a, date: '2026-01-01', due: '2027-12-31', voided: true });
  expect(await now()).toMatchObject({ calibration_status: 'never', due_date: null });
  await storedCalibration(database, asset, by, { channelId: a, date: '2025-11-01', due: '2026-11-20' });
  expect(await now()).toMatchObject({ calibration_status: 'overdue', overdue_channels: [a] });
  await storedCalibration(database, asset, by, { channelId: b, date: '2025-12-01', due: '2026-12-21' });
  expect(await now()).toMatchObject({ calibration_status: 'due_soon', overdue_channels: [a], due_date: '2026-12-21' });
  await storedCalibration(database, asset, by, { channelId: b, date: '2025-12-24', due: '2026-12-22' });
  expect(await now()).toMatchObject({
    calibration_status: 'calibrated',
    overdue_channels: [a],
    last_calibrated_at: '2025-12-24'
  });
});

test('an asset is changed while a calibration that refers to it is still being written', async () => {
  const asset = await create();
  const recording = new pg.Client({ connectionString: database.url });
  await recording.connect();
  // The lock that a foreign key takes on the row it refers to.
  await recording.query('BEGIN');
  await recording.query('SELECT FROM assets WHERE id = $1 FOR KEY SHARE', [asset.id]);
  const late = new Promise((resolve) => setTimeout(() => resolve('had to wait'), 5000));
  const renaming = update(asset, { name: 'Renamed' });
  expect(await Promise.race([renaming, late])).toMatchObject({ name: 'Renamed' });
  await recording.query('ROLLBACK');
  await recording.end();
});

test('retiring and restoring keep the asset and its history, and leave one row each', async () => {
  const asset = await create();
  await retireAsset(services, technician, { ref: asset.id });
  await retireAsset(services, technician, { ref: asset.id });
  expect((await getAsset(services, viewer, { ref: asset.id })).status).toBe('retired');
  expect((await restoreAsset(services, technician, { ref: asset.id })).status).toBe('active');
  expect((await auditOf(asset)).map((row) => row.action)).toEqual(['asset.created', 'asset.retired', 'asset.restored']);
});

test('the audit chain of everything done here is valid, and a row changed without it is found', async () => {
  const broken = () => transaction(database.pool, SYSTEM, (tx) => findBrokenLink(tx, organizationId));
  expect(await broken()).toBeNull();
  await Promise.all(Array.from({ length: 12 }, () => create()));
  expect(await broken()).toBeNull();
  const tamper = `SET LOCAL session_replication_role = replica;
    UPDATE audit_log SET actor_name = 'Somebody Else' WHERE chain = '${organizationId}' AND number = 5`;
  await execute(database.url, tamper);
  expect(await broken()).toBe(5);
});

test('a capability grows with the value or is one number, and a change of it is on record', async () => {
  const asset = await create({ cmc: 0.02, unit: '°C' });
  expect(asset.cmc).toEqual({ a: 0.02, b: 0 });
  expect(await update(asset, { cmc: { a: 0.02, b: 0 } })).toEqual(asset);
  const grown = await update(asset, { cmc: { a: 0.01, b: 0.001 } });
  expect(grown.cmc).toEqual({ a: 0.01, b: 0.001 });
  expect((await auditOf(asset))[1]?.changes).toEqual({ cmc: { old: { a: 0.02, b: 0 }, new: { a: 0.01, b: 0.001 } } });
  expect((await update(grown, { cmc: null })).cmc).toBeNull();
});

const TRANSMITTER = { unit: 'm³/h', measured_unit: 'mA', range_min: 0, range_max: 50, signal_min: 4, signal_max: 20 };

test('an output signal has two different ends, and needs the range and the unit that it stands for', async () => {
  const asset = await create({
    ...TRANSMITTER,
    channels: [{ name: 'Reverse', ...TRANSMITTER, signal_min: 20, signal_max: 4 }]
  });
  expect(asset).toMatchObject({ signal_min: 4, signal_max: 20 });
  expect(asset.channels[0]).toMatchObject({ signal_min: 20, signal_max: 4 });
  expect((await getAsset(services, founder, { ref: asset.id })).channels).toEqual(asset.channels);
  for (const [change, field] of [
    [{ signal_max: null }, 'signal_max'],
    [{ signal_max: 4 }, 'signal_max'],
    [{ range_min: null }, 'range_min'],
    [{ measured_unit: null }, 'measured_unit']
  ] as const) {
    await expect(update(asset, change)).rejects.toMatchObject({ faults: [{ loc: ['body', field] }] });
  }
  const without = await update(asset, { signal_min: null, signal_max: null });
  expect(without.signal_min).toBeNull();
  expect((await auditOf(asset)).at(-1)?.changes).toEqual({
    signal_min: { old: 4, new: null },
    signal_max: { old: 20, new: null }
  });
});
