/**
 * The backup drill: an older database is put back under devices that know more than it does. Real Postgres, the server's own pull and
 * push, and the loop that devices run; only their disk is memory. What was confirmed is there in the end, or listed on the device.
 */
import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { noticeCopy } from '#lib/server/use-cases/copies/notice-copy.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { push } from '#sync/server/push.server.ts';
import {
  calibratedLaboratory,
  externalBody,
  MEASURING,
  type CalibratedLaboratory
} from '../support/calibrated-laboratory.ts';
import { execute } from '../support/database.ts';
import { joined, person } from '../support/people.ts';
import { pulled } from '../support/pulled.ts';
import { backedUpDatabase, type BackedUpDatabase } from '../support/put-back.ts';
import { testServices } from '../support/services.ts';
import { workingDevice } from './working-device.ts';

let database: BackedUpDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
beforeEach(async () => {
  database = await backedUpDatabase();
  services = { ...(await testServices(database)) };
  Object.defineProperty(services, 'pool', { get: () => database.pool });
  laboratory = await calibratedLaboratory(services);
  await noticeCopy(services, '');
});
afterEach(() => database.drop());

/** Stops the server, puts the copy in its place, and starts the server on it. */
async function putBack(): Promise<void> {
  await noticeCopy(services, '');
  await database.putBack();
  expect((await noticeCopy(services, '')).reason).not.toBeNull();
}

function deviceOf(actor: PersonActor) {
  const device = workingDevice(services, async () => actor);
  return { ...device, sync: async () => expect(await device.sync()).toEqual([]) };
}

/** Version and certificate number of each calibration, as the database has them. */
async function recordsOf(asset: Asset): Promise<Record<string, [number, string]>> {
  const { rows } = await execute(
    database.url,
    'SELECT id, version, certificate_number AS number FROM calibrations WHERE asset_id = $1',
    [asset.id]
  );
  return Object.fromEntries(
    rows.map(({ id, version, number }: { id: string; version: number; number: string }) => [id, [version, number]])
  );
}
const colleague = async () =>
  joined(services, await person(services, 'technician', 'Carl Colleague'), laboratory.organizationId);

test('nothing waiting: what was lost comes back with its version, its certificate number and its day', async () => {
  const device = deviceOf(laboratory.technician);
  device.save(externalBody(laboratory.asset));
  await device.sync();
  await database.copy();
  const lost = [1, 2, 3].map(() => device.save(externalBody(laboratory.asset)));
  await device.sync();
  const before = await recordsOf(laboratory.asset);
  await putBack();
  expect(Object.keys(await recordsOf(laboratory.asset))).toHaveLength(1);
  await device.sync();
  expect(await recordsOf(laboratory.asset)).toEqual(before);
  expect(lost.map((id) => device.row(id)?.state)).toEqual(['applied', 'applied', 'applied']);
  expect(device.replica.ids('calibrations')).toEqual(expect.arrayContaining(Object.keys(before)));
  expect(device.replica.lost()).toEqual([]);
  const { rows } = await execute(
    database.url,
    `SELECT warnings, recorded_at, (SELECT array_agg(action ORDER BY number) FROM audit_log a WHERE a.resource_id = c.id) AS told
     FROM calibrations c WHERE id = $1`,
    [lost[0]]
  );
  expect(rows).toMatchObject([{ warnings: [{ code: 'recorded_again' }], told: ['calibration.recorded_again'] }]);
});

test('another device first: a number is not given twice, and the later device gets another', async () => {
  const [device, other] = [deviceOf(laboratory.technician), deviceOf(await colleague())];
  await other.sync();
  await database.copy();
  const lost = [1, 2].map(() => device.save(externalBody(laboratory.asset)));
  await device.sync();
  const before = await recordsOf(laboratory.asset);
  await putBack();
  // Saved without a network meanwhile: by their number of changes the data look as new as before.
  const fresh = [1, 2, 3, 4].map(() => other.save(externalBody(laboratory.asset)));
  await other.sync();
  const taken = await recordsOf(laboratory.asset);
  expect(fresh.map((id) => taken[id]?.[0])).toEqual([1, 2, 3, 4]);
  // What was seen of the data lies outside of them: no certificate number is given out twice.
  expect(Object.values(taken).map(([, number]) => number)).not.toEqual(
    expect.arrayContaining([before[lost[0] ?? '']?.[1]])
  );
  await device.sync();
  const now = await recordsOf(laboratory.asset);
  expect(now).toMatchObject(taken);
  expect(lost.map((id) => now[id]?.[0])).toEqual([5, 6]);
  expect(lost.map((id) => now[id]?.[1])).toEqual(lost.map((id) => before[id]?.[1]));
  expect(device.row(lost[0] ?? '')).toMatchObject({ applied: { version: 5 }, applied_before: { version: 1 } });
  const { rows } = await execute(
    database.url,
    `SELECT c.warnings -> 0 ->> 'code' AS warning, a.changes FROM calibrations c JOIN audit_log a ON a.resource_id = c.id WHERE c.id = $1`,
    [lost[1]]
  );
  expect(rows).toEqual([{ warning: 'renumbered', changes: { version: { old: 2, new: 6 } } }]);
  await other.sync();
  expect(other.replica.ids('calibrations')).toEqual(device.replica.ids('calibrations'));
});

test('the same device with a queue: its receipts come before its new entries', async () => {
  const device = deviceOf(laboratory.technician);
  await device.sync();
  await database.copy();
  const lost = [1, 2].map(() => device.save(externalBody(laboratory.asset)));
  await device.sync();
  const before = await recordsOf(laboratory.asset);
  await putBack();
  const waiting = [1, 2, 3].map(() => device.save(externalBody(laboratory.asset)));
  await device.sync();
  const now = await recordsOf(laboratory.asset);
  expect(now).toMatchObject(before);
  expect([...lost, ...waiting].map((id) => now[id]?.[0])).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(Object.values(now).map(([, number]) => number)).size).toBe(5);
});

test('what cannot come back is listed on the device: with its reasons in the queue, or as it was last seen', async () => {
  const device = deviceOf(laboratory.technician);
  await device.sync();
  await database.copy();
  const made = await createAsset(services, laboratory.admin, {
    ...MEASURING,
    organization_id: laboratory.organizationId,
    asset_id: 'NEW-1',
    name: 'Made after the backup'
  });
  await updateAsset(services, laboratory.admin, { ref: laboratory.asset.id }, { name: 'Named after the backup' }, null);
  const orphan = device.save(externalBody(made));
  await device.sync();
  await putBack();
  await device.sync();
  expect(device.row(orphan)).toMatchObject({ state: 'refused', last_error: [{ code: 'not_found' }] });
  const listed = device.replica.lost().map(({ collection, id, kind }) => `${collection} ${id} ${kind}`);
  expect(listed.sort()).toEqual(
    [
      `assets ${laboratory.asset.id} older`,
      `assets ${made.id} gone`,
      `calibration_details ${orphan} gone`,
      `calibrations ${orphan} gone`
    ].sort()
  );
  expect(device.replica.ids('assets')).not.toContain(made.id);
});

test('a device with the previous protocol, which has no generations, pushes and must pull again', async () => {
  const { technician, asset } = laboratory;
  const first = await pulled(services, technician, { collection: 'assets', limit: 500 });
  await database.copy();
  await putBack();
  const payload = JSON.stringify(externalBody(asset));
  const old = {
    device_id: randomUUID(),
    sent_at: services.now().toISOString(),
    mutations: [
      {
        id: randomUUID(),
        type: 'calibration.create' as const,
        payload_version: 1,
        base: {},
        created_at: services.now().toISOString(),
        payload,
        payload_sha256: createHash('sha256').update(payload).digest('hex')
      }
    ]
  };
  const read = async (text: string) => createCalibrationBody.parse(JSON.parse(text));
  expect((await push(services, technician, old, read)).results).toMatchObject([{ status: 'applied' }]);
  await expect(
    pulled(services, technician, { collection: 'assets', limit: 500, checkpoint: first.checkpoint })
  ).rejects.toMatchObject({ code: 'checkpoint_expired' });
  await expect(push(services, technician, { ...old, generation: first.generation }, read)).rejects.toMatchObject({
    code: 'checkpoint_expired',
    context: { older: true }
  });
});

test('a receipt that was not written here, or for another calibration, gives no number', async () => {
  const device = deviceOf(laboratory.technician);
  await database.copy();
  const [one = '', two = ''] = [1, 2].map(() => device.save(externalBody(laboratory.asset)));
  await device.sync();
  await putBack();
  const forged = { ...device.row(one)?.applied, receipt: device.row(two)?.applied?.receipt ?? null };
  const row = device.row(one);
  if (row?.applied)
    device.queue.rows.set(one, { ...row, applied: { ...row.applied, ...forged, version: 1, at: row.applied.at } });
  await device.sync();
  const { rows } = await execute(
    database.url,
    `SELECT resource_id AS id, action FROM audit_log WHERE resource_id = ANY($1) ORDER BY action`,
    [[one, two]]
  );
  expect(rows).toEqual([
    { id: one, action: 'calibration.created' },
    { id: two, action: 'calibration.recorded_again' }
  ]);
});
