import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';
import { addAttachment } from '#lib/server/use-cases/attachments/add-attachment.ts';
import { listAttachments } from '#lib/server/use-cases/attachments/list-attachments.ts';
import { recordTaskDone } from '#lib/server/use-cases/assets/record-task-done.ts';
import { listTaskPerformances } from '#lib/server/use-cases/assets/list-task-performances.ts';
import { getAsset } from '#lib/server/use-cases/assets/read-assets.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { updateProcedure } from '#lib/server/use-cases/procedures/update-procedure.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  MEASURING,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute } from '../../../../../tests/support/database.ts';
import {
  exportedFrom,
  filesOf,
  importedInto,
  traceOf,
  type Installation
} from '../../../../../tests/support/exchange.ts';
import { organizationOf, superadmin } from '../../../../../tests/support/people.ts';
import { ONE_PIXEL_PNG } from '../../../../../tests/support/pictures.ts';
import { testServices } from '../../../../../tests/support/services.ts';

let here: Installation;
let there: Installation;
let laboratory: CalibratedLaboratory;
let archive: Buffer;

beforeAll(async () => {
  const database = await createTestDatabase();
  const services = await testServices(database);
  await superadmin(services);
  laboratory = await calibratedLaboratory(services);
  here = { database, services, actor: laboratory.admin, organizationId: laboratory.organizationId };
  await fill(laboratory);
  archive = await exportedFrom(here);
  const empty = await createTestDatabase();
  const second = await testServices(empty);
  const boss = await superadmin(second);
  const { organization, founder } = await organizationOf(second, boss, {
    name: 'New laboratory',
    certificate_prefix: 'NEW'
  });
  there = { database: empty, services: second, actor: founder, organizationId: organization.id };
}, 120_000);
afterAll(async () => {
  await here.database.drop();
  await there.database.drop();
});

async function fill({ services, admin, technician, asset, reference, multi, organizationId }: CalibratedLaboratory) {
  const organization_id = organizationId;
  const site = await createLocation(services, admin, { name: 'Site', organization_id, is_calibration_lab: false });
  const room = await createLocation(services, admin, {
    name: 'Room',
    organization_id,
    parent_id: site.id,
    is_calibration_lab: true
  });
  const procedure = await createProcedure(services, admin, {
    code: 'P-1',
    name: 'Comparison',
    body: '',
    organization_id
  });
  await updateProcedure(services, admin, procedure.id, { body: 'Let it settle.' }, null);
  await updateAsset(services, admin, { ref: asset.id }, { location_id: room.id, procedure_id: procedure.id }, null);
  await putAssetPhoto(services, admin, { ref: asset.id }, { bytes: ONE_PIXEL_PNG, contentType: 'image/png' });
  const issued = await recorded(
    services,
    technician,
    internalBody({ asset, reference }, { procedure_id: procedure.id })
  );
  await getCertificate(services, technician, issued.id);
  await recorded(services, technician, externalBody(asset));
  await voidCalibration(services, admin, (await recorded(services, technician, externalBody(asset))).id, 'wrong');
  await recorded(services, technician, externalBody(multi, { channel_id: multi.channels[0]?.id }));
  await fillFiles(services, technician, { asset, procedure: procedure.id, calibration: issued.id });
  await takeOutOfService(services, admin, { ref: multi.id }, { reason: 'dropped', until: '2027-01-01' });
  for (let i = 0; i < 60; i++) {
    const made = await createAsset(services, technician, {
      ...MEASURING,
      organization_id,
      asset_id: `GEN-${i}`,
      name: `Generated ${i} Ω "quoted", =1+1`,
      tags: ['a', 'b'],
      attributes: [{ key: 'Colour', value: 'red', unit: null }]
    });
    if (i % 10 === 0) await recorded(services, technician, externalBody(made));
    if (i === 7) await retireAsset(services, admin, { ref: made.id }, { reason: 'worn out' });
  }
}

/** Files of every kind of record, and a task that was done: those who did it have no account there. */
async function fillFiles(
  services: Services,
  actor: PersonActor,
  { asset, procedure, calibration }: { asset: { id: string }; procedure: string; calibration: string }
) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-round-'));
  const upload = (name: string, contents: Uint8Array | string) => ({
    name,
    receive: async () => {
      const bytes = Buffer.from(contents);
      const path = join(folder, 'upload');
      await writeFile(path, bytes);
      return { path, size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    }
  });
  const zip = Buffer.from('PK\x05\x06' + '\0'.repeat(18), 'latin1');
  const ofAsset = { asset: { ref: asset.id } };
  await addAttachment(services, actor, ofAsset, upload(`${'Prüfplan Ω '.repeat(20)}.pdf`, '%PDF-1.7 plan'));
  await addAttachment(services, actor, ofAsset, upload('drawings.zip', zip));
  await addAttachment(services, actor, ofAsset, upload('one.csv', 'Größe;1,5\r\n'));
  await addAttachment(services, actor, ofAsset, upload('the same by another name.csv', 'Größe;1,5\r\n'));
  await addAttachment(services, actor, ofAsset, upload('photo.png', ONE_PIXEL_PNG));
  await addAttachment(services, actor, { calibration }, upload('raw.csv', '1;2'));
  await addAttachment(services, actor, { procedure }, upload('sketch.pdf', '%PDF-1.7 sketch'));
  await rm(folder, { recursive: true });
  const task = { name: 'Clean', kind: 'maintenance', interval: { value: 1, unit: 'months' } } as const;
  const { tasks } = await updateAsset(services, actor, ofAsset.asset, { tasks: [task] }, null);
  await recordTaskDone(
    services,
    actor,
    { ...ofAsset.asset, taskId: tasks[0]?.id ?? '' },
    {
      date: services.today(),
      outcome: 'ok',
      note: 'clean now'
    }
  );
}

test('a preview lists what would be done, and writes nothing', async () => {
  const before = await traceOf(there);
  const { state, error, report } = await importedInto(there, archive, { dry_run: true });
  expect({ state, error }).toEqual({ state: 'done', error: null });
  expect(report).toMatchObject({
    format: 'plumbline',
    applied: false,
    counts: { create: 63, update: 0, skip: 0, refuse: 0, calibrations: 11 }
  });
  expect(report?.rows[0]?.findings[0]).toMatchObject({ level: 'info', code: 'people_unknown' });
  expect(await traceOf(there)).toEqual(before);
  expect(await filesOf(there, 'certificates/')).toEqual([]);
});

test('exported, imported into an empty installation and exported again, everything is the same byte for byte', async () => {
  const before = await traceOf(there);
  const { error, report } = await importedInto(there, archive);
  expect(error).toBeNull();
  expect(report).toMatchObject({ applied: true, counts: { create: 63, calibrations: 11 } });
  const [first, second] = [unzipSync(archive), unzipSync(await exportedFrom(there))];
  expect(Object.keys(second)).toEqual(Object.keys(first));
  const differing = Object.keys(first).filter(
    (path) => !Buffer.from(first[path] ?? []).equals(second[path] ?? Buffer.alloc(0))
  );
  const kept = Object.keys(second).filter((path) => /\/[0-9a-f]{12}-/.test(path));
  expect(kept.map((path) => path.replace(/[0-9a-f-]{36}/, 'ID').replace(/[0-9a-f]{12}-/, '')).sort()).toEqual([
    'assets/TT-042/calibrations/-/v1/raw.csv',
    expect.stringMatching(/^assets\/TT-042\/files\/Prüfplan Ω .{50,80}\.pdf$/),
    'assets/TT-042/files/drawings.zip',
    'assets/TT-042/files/one.csv',
    'assets/TT-042/files/photo.webp',
    'assets/TT-042/files/photo_.webp',
    'procedures/ID/sketch.pdf'
  ]);
  for (const path of differing.filter((one) => one.endsWith('.json') && one !== 'manifest.json').slice(0, 1)) {
    expect(JSON.parse(Buffer.from(second[path] ?? []).toString())).toEqual(
      JSON.parse(Buffer.from(first[path] ?? []).toString())
    );
  }
  expect(differing).toEqual(['manifest.json']);
  const after = await traceOf(there);
  expect(after).toMatchObject({ jobs: before.jobs, told: before.told, assets: '63', calibrations: '11' });
});

test('files and finished tasks name people without an account, and say that they were imported', async () => {
  const { rows } = await execute(there.database.url, "SELECT id FROM assets WHERE asset_id = 'TT-042'");
  const asset = { ref: String(rows[0].id) };
  const files = await listAttachments(there.services, there.actor, { asset });
  const by = { id: null, full_name: 'Tess Technician', role: 'technician', profile_picture_url: null };
  expect(files).toContainEqual(expect.objectContaining({ name: 'drawings.zip', uploaded_by: by, imported: true }));
  const task = (await getAsset(there.services, there.actor, asset)).tasks[0];
  const { items } = await listTaskPerformances(
    there.services,
    there.actor,
    { ...asset, taskId: task?.id ?? '' },
    { limit: 10 }
  );
  expect(items).toMatchObject([{ note: 'clean now', done_by: by, imported: true }]);
  const { rows: own } = await execute(here.database.url, "SELECT id FROM assets WHERE asset_id = 'TT-042'");
  const original = { ref: String(own[0].id) };
  const first = (await getAsset(here.services, here.actor, original)).tasks[0];
  expect(await listAttachments(here.services, here.actor, { asset: original })).toContainEqual(
    expect.objectContaining({ name: 'drawings.zip', imported: false })
  );
  const of = { ...original, taskId: first?.id ?? '' };
  expect((await listTaskPerformances(here.services, here.actor, of, { limit: 10 })).items).toMatchObject([
    { imported: false }
  ]);
});

test('counters go on above what was imported', async () => {
  const { services, actor } = there;
  const { rows } = await execute(there.database.url, "SELECT id FROM assets WHERE asset_id = 'TT-042'");
  const next = await recorded(services, actor, externalBody({ ...laboratory.asset, id: rows[0].id }));
  expect(next.version).toBe(4);
  const [highest] = (
    await execute(here.database.url, "SELECT max(certificate_number) AS n FROM calibrations WHERE kind = 'external'")
  ).rows;
  expect(Number(next.certificate?.number.slice(-4))).toBe(Number(String(highest.n).slice(-4)) + 1);
});

test('what is there is refused, skipped or added to; a differing record under the same version is refused', async () => {
  const refused = await importedInto(there, archive);
  expect(refused).toMatchObject({ state: 'failed', error: { code: 'import_refused' } });
  expect(refused.report?.rows[0]).toMatchObject({ action: 'refuse', findings: [{ code: 'asset_exists' }] });
  expect((await importedInto(there, archive, { on_existing: 'skip' })).report?.counts).toMatchObject({
    skip: 63,
    calibrations: 0
  });
  const again = await importedInto(there, archive, { on_existing: 'update' });
  expect(again).toMatchObject({ error: null, report: { counts: { update: 63, calibrations: 0 } } });
  await recorded(here.services, laboratory.technician, externalBody(laboratory.asset));
  const differs = await importedInto(there, await exportedFrom(here), { on_existing: 'update' });
  expect(differs.report?.rows[0]).toMatchObject({
    asset_id: 'TT-042',
    action: 'refuse',
    findings: expect.arrayContaining([expect.objectContaining({ code: 'version_differs' })])
  });
});

test('beside its origin everything has other ids, and the same ones each time', async () => {
  const { organization, founder } = await organizationOf(here.services, here.actor, { certificate_prefix: 'TWO' });
  const beside = { ...here, actor: founder, organizationId: organization.id };
  const once = await importedInto(beside, archive);
  expect(once).toMatchObject({ error: null, report: { counts: { create: 63, calibrations: 11 } } });
  const { rows } = await execute(
    here.database.url,
    `SELECT c.reference_calibration_id = r.id AS linked FROM calibrations c JOIN assets ra ON ra.asset_id = 'REF-001' AND ra.organization_id = c.organization_id
     JOIN calibrations r ON r.asset_id = ra.id WHERE c.organization_id = $1 AND c.kind = 'internal'`,
    [organization.id]
  );
  expect(rows).toEqual([{ linked: true }]);
  expect((await importedInto(beside, archive, { on_existing: 'update' })).report?.counts).toMatchObject({
    update: 63,
    calibrations: 0,
    refuse: 0
  });
});
