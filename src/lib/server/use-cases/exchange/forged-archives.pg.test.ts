/** An archive proves nothing: every claim in it is only that of its sender. */
import { createHash, randomUUID } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportReport, OnExisting } from '#lib/contracts/exchange.ts';
import { keepCalibration } from '#lib/server/use-cases/calibrations/keep-calibration.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';
import { downloadDcc } from '#lib/server/use-cases/certificates/download-dcc.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { verifyCertificate } from '#lib/server/use-cases/certificates/verify-certificate.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { exportedFrom, importedInto, type Installation } from '../../../../../tests/support/exchange.ts';
import { organizationOf } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let files: Readonly<Record<string, Uint8Array>>;
/** Another laboratory of the same installation. */
let into: Installation;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services, { private: false });
  const { technician, asset, reference, admin, organizationId } = laboratory;
  const issued = await recorded(services, technician, internalBody({ asset, reference }));
  await getCertificate(services, technician, issued.id);
  await recorded(services, technician, externalBody(asset));
  files = unzipSync(await exportedFrom({ database, services, actor: admin, organizationId }));
}, 120_000);
afterAll(() => database.drop());
beforeEach(async () => {
  const { organization, founder } = await organizationOf(services, laboratory.admin, {
    name: `Other laboratory ${++count}`,
    certificate_prefix: `OT${count}`
  });
  into = { database, services, actor: founder, organizationId: organization.id };
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever a forger writes
type Forged = Record<string, any>;
const CALIBRATION = /^assets\/TT-042\/calibrations\/.*\.json$/;

/** The archive with changed records, and a manifest that agrees with them. @param forge answers null to leave a file out */
function forged(
  forge: (path: string, record: Forged) => unknown,
  more: Readonly<Record<string, Uint8Array>> = {}
): Uint8Array {
  const changed: Record<string, Uint8Array> = { ...more };
  for (const [path, bytes] of Object.entries(files)) {
    if (path === 'manifest.json') continue;
    if (!path.endsWith('.json')) {
      if (forge(path, {}) !== null) changed[path] = bytes;
      continue;
    }
    const record = JSON.parse(strFromU8(bytes)) as Forged;
    if (forge(path, record) !== null) changed[path] = strToU8(JSON.stringify(record));
  }
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Forged;
  manifest['files'] = Object.entries(changed).map(([path, bytes]) => ({
    path,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex')
  }));
  return zipSync({ ...changed, 'manifest.json': strToU8(JSON.stringify(manifest)) });
}

const imported = (bytes: Uint8Array, on_existing: OnExisting = 'refuse') => importedInto(into, bytes, { on_existing });
const rowsOf = async (sql: string) => (await execute(database.url, sql, [into.organizationId])).rows;
const findingsOf = ({ report }: { report: ImportReport | null }) =>
  report?.rows.flatMap(({ findings }) => findings.filter(({ level }) => level === 'error').map(({ code }) => code));

test('the laboratory signs nothing of what an archive says: no certificate, no copy, no digital one, none that is held and kept', async () => {
  const bytes = forged((path, record) => {
    if (path.endsWith('.pdf')) return null;
    if (!CALIBRATION.test(path)) return;
    record['certificate_context'].technician = { full_name: 'Somebody else', role: 'admin' };
    record['certificate_context'].verify_url = 'https://elsewhere.example/verify';
    if (record['kind'] === 'external')
      Object.assign(record['certificate'], { state: 'held', held_for: ['reference_overdue'] });
  });
  expect((await imported(bytes)).error).toBeNull();
  const found = await rowsOf(
    `SELECT c.id, ce.state FROM calibrations c JOIN certificates ce ON ce.calibration_id = c.id
     WHERE c.organization_id = $1 AND c.asset_label = 'TT-042' ORDER BY ce.state`
  );
  expect(found.map(({ state }) => state)).toEqual(['held', 'pending']);
  const refusal = { code: 'certificate_imported' };
  for (const { id } of found) {
    await expect(getCertificate(services, into.actor, id)).rejects.toMatchObject(refusal);
    await expect(downloadCertificate(services, into.actor, id)).rejects.toMatchObject(refusal);
    await expect(downloadDcc(services, into.actor, id)).rejects.toMatchObject(refusal);
  }
  const [held] = found;
  await expect(keepCalibration(services, into.actor, held.id, 'It is good.')).rejects.toMatchObject(refusal);
  expect(await rowsOf('SELECT FROM signing_certificates WHERE organization_id = $1')).toEqual([]);
});

test('a number with many digits is not counted on from', async () => {
  const bytes = forged((path, record) => CALIBRATION.test(path) && (record['certificate_number'] += '99999'));
  expect((await imported(bytes)).error).toBeNull();
  const [{ id }] = await rowsOf("SELECT id FROM assets WHERE organization_id = $1 AND asset_id = 'TT-042'");
  const next = await recorded(services, into.actor, externalBody({ ...laboratory.asset, id }));
  expect(next.certificate?.number).toMatch(/-0002$/);
});

test('the file that came with a calibration is opened as it came, and no other is made', async () => {
  expect((await imported(forged(() => undefined))).error).toBeNull();
  const [{ id }] = await rowsOf(
    `SELECT c.id FROM calibrations c JOIN certificates ce ON ce.calibration_id = c.id
     WHERE c.organization_id = $1 AND ce.state = 'issued'`
  );
  expect((await getCertificate(services, into.actor, id)).url).toContain('/storage/certificates/');
  for (const make of [downloadCertificate, downloadDcc]) {
    await expect(make(services, into.actor, id)).rejects.toMatchObject({ code: 'certificate_imported' });
  }
});

test('people of an archive become accounts of the laboratory alone: others stay names, and nobody learns who has one', async () => {
  const { error, report } = await imported(forged(() => undefined));
  expect(error).toBeNull();
  expect(report?.rows.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('people_unknown');
  const rows = await rowsOf('SELECT recorded_by, recorded_by_name FROM calibrations WHERE organization_id = $1');
  const own = rows.filter(({ recorded_by }) => recorded_by !== null);
  expect(own.every(({ recorded_by }) => recorded_by === into.actor.userId)).toBe(true);
  expect(rows.some(({ recorded_by_name }) => recorded_by_name === laboratory.technician.fullName)).toBe(true);
});

test.each<[what: string, code: string, forge: (path: string, record: Forged) => unknown]>([
  [
    'two assets of one id',
    'id_twice',
    (path, record) => {
      if (path.endsWith('/asset.json')) record['id'] = laboratory.asset.id;
      if (path.includes('/calibrations/')) return null;
    }
  ],
  [
    'two calibrations of one certificate number',
    'certificate_number_twice',
    (path, record) => CALIBRATION.test(path) && (record['certificate_number'] = 'LAB-2026-0001')
  ],
  [
    'two calibrations of one version',
    'version_twice',
    (path, record) => {
      if (path.endsWith('.pdf')) return null;
      if (CALIBRATION.test(path)) record['version'] = 1;
    }
  ],
  [
    'a point with other coordinates in its result',
    'custom',
    (path, record) => CALIBRATION.test(path) && record['points'][0] && (record['points'][0].result.reference = 999)
  ],
  [
    'a version after which none comes',
    'too_big',
    (path, record) => CALIBRATION.test(path) && (record['version'] = 2_147_483_647)
  ]
])('is refused by a finding, and not by a fault of the server: %s', async (_what, code, forge) => {
  const operation = await imported(forged(forge));
  expect(operation.error?.code).toBe('import_refused');
  expect(findingsOf(operation)).toContain(code);
});

test('a calibration is linked only to references of the file or of the organization', async () => {
  const foreign = laboratory.reference.id;
  const bytes = forged((path, record) => {
    if (path.startsWith('assets/REF-001/')) return null;
    if (CALIBRATION.test(path) && record['kind'] === 'internal') record['reference_asset_id'] = foreign;
  });
  const operation = await imported(bytes);
  expect(operation.error).toBeNull();
  expect(operation.report?.rows.flatMap(({ findings }) => findings)).toContainEqual(
    expect.objectContaining({ level: 'warning', code: 'reference_unknown' })
  );
  const links = await rowsOf(
    `SELECT reference_asset_id, reference_channel_id, reference_calibration_id FROM calibrations
     WHERE organization_id = $1 AND kind = 'internal'`
  );
  expect(links).toEqual([{ reference_asset_id: null, reference_channel_id: null, reference_calibration_id: null }]);
});

/** Adds a calibration which says that it replaces the one of this id. */
const replacing = (id: string, of: Forged = {}) => ({
  id: randomUUID(),
  replaces_calibration_id: id,
  certificate_number: `See ${randomUUID()}.example`,
  reference_asset_id: null,
  reference_channel_id: null,
  reference_calibration_id: null,
  ...of
});

test.each(['another asset', 'the same asset'])(
  'no certificate of this installation is shown as replaced by what an archive says: of %s',
  async (which) => {
    const { technician, organizationId, asset } = laboratory;
    const { rows } = await execute(
      database.url,
      `SELECT c.id, f.verify_token AS token FROM calibrations c JOIN certificates f ON f.calibration_id = c.id
       WHERE c.organization_id = $1 AND f.state = 'issued' AND c.imported IS NULL`,
      [organizationId]
    );
    const [{ id, token }] = rows;
    const isOther = which === 'another asset';
    const assetId = isOther ? randomUUID() : asset.id;
    const path = 'assets/TT-042/calibrations/-/v1.json';
    const v1 = JSON.parse(strFromU8(files[path] ?? new Uint8Array())) as Forged;
    const pdf = files[path.replace('.json', '.pdf')] ?? new Uint8Array();
    const added = { ...v1, ...replacing(id, { asset_id: assetId, version: isOther ? 1 : 7 }) };
    const to = path.replace('v1', isOther ? 'v1' : 'v7');
    const bytes = forged(
      (at, record) => {
        if (at === 'assets/TT-042/asset.json' && isOther)
          Object.assign(record, { id: assetId, asset_id: 'FAKE-1', photo_file_id: null });
        if (at.startsWith('assets/REF-001/')) return null;
        if (isOther && at.startsWith('assets/TT-042/calibrations/')) {
          if (at !== path) return at === path.replace('.json', '.pdf') ? undefined : null;
          Object.assign(record, added);
        }
      },
      isOther ? {} : { [to]: strToU8(JSON.stringify(added)), [to.replace('.json', '.pdf')]: pdf }
    );
    into = { database, services, actor: technician, organizationId };
    const operation = await imported(bytes, 'update');
    expect(operation.error).toBeNull();
    const links = await rowsOf(
      `SELECT replaces_calibration_id AS replaces FROM calibrations
       WHERE organization_id = $1 AND certificate_number LIKE 'See %' ORDER BY recorded_at DESC, id DESC`
    );
    const warnings = operation.report?.rows.flatMap(({ findings }) => findings).map(({ code, loc }) => [code, loc]);
    if (isOther) expect(warnings).toContainEqual(['link_unknown', [path, 'replaces_calibration_id']]);
    expect(links.filter(({ replaces }) => replaces !== null)).toEqual(isOther ? [] : [{ replaces: id }]);
    const shown = await verifyCertificate(services, '192.0.2.1', token, null);
    expect(shown).toMatchObject({ state: 'valid', replaced_by: null });
  }
);

test('a reference that is not marked as one is reported, and a skipped one is linked to the existing one', async () => {
  const unmarked = forged((path, record) => {
    if (path === 'assets/REF-001/asset.json') record['is_reference'] = false;
  });
  const first = await imported(unmarked);
  expect(first.report?.rows.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain('not_a_reference');
  expect(first.error).toBeNull();
  const [{ id }] = await rowsOf("SELECT id FROM assets WHERE organization_id = $1 AND asset_id = 'REF-001'");
  const renamed = forged((path, record) => {
    if (path === 'assets/TT-042/asset.json') {
      record['asset_id'] = 'TT-043';
      record['id'] = '0190a000-0000-7000-8000-0000000000aa';
      record['photo_file_id'] = null;
    }
    if (path.endsWith('.pdf')) return null;
    if (!CALIBRATION.test(path)) return;
    record['id'] = `0190a000-0000-7000-8000-00000000000${record['version']}`;
    record['asset_id'] = '0190a000-0000-7000-8000-0000000000aa';
    record['certificate_number'] = `X-${record['version']}`;
  });
  expect((await imported(renamed, 'skip')).error).toBeNull();
  const links = await rowsOf(
    `SELECT c.reference_asset_id AS id FROM calibrations c JOIN assets a ON a.id = c.asset_id
     WHERE c.organization_id = $1 AND c.kind = 'internal' AND a.asset_id = 'TT-043'`
  );
  expect(links).toEqual([{ id }]);
});

test('a hundred things wrong with an asset are counted, and fifty of them are listed', async () => {
  const more: Record<string, Uint8Array> = {};
  const path = Object.keys(files).find((one) => CALIBRATION.test(one)) ?? '';
  for (let version = 100; version < 200; version++)
    more[path.replace(/v\d+\.json$/, `v${version}.json`)] = strToU8('{}');
  const { report } = await imported(forged(() => undefined, more));
  const row = report?.rows.find(({ asset_id }) => asset_id === 'TT-042');
  expect(row?.findings.filter(({ level }) => level === 'error')).toHaveLength(50);
  expect(row?.findings.at(-1)?.code).toBe('more_findings');
  expect(report?.counts.findings).toBeGreaterThanOrEqual(100);
});

test('locations that contain each other are refused before anything is written', async () => {
  const [a, b] = ['0190a000-0000-7000-8000-00000000000a', '0190a000-0000-7000-8000-00000000000b'];
  const bytes = forged((path, record) => {
    if (path.endsWith('/asset.json')) record['location_id'] = a;
    if (path !== 'locations.json') return;
    const at = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
    const place = { ...at, address: null, description: null, is_calibration_lab: false, common: false };
    (record as unknown as Forged[]).splice(
      0,
      Infinity,
      { ...place, id: a, name: 'A', parent_id: b },
      { ...place, id: b, name: 'B', parent_id: a }
    );
  });
  expect((await imported(bytes)).error).toMatchObject({
    code: 'archive_refused',
    detail: expect.stringContaining('contradict')
  });
  expect(await rowsOf('SELECT FROM locations WHERE organization_id = $1')).toEqual([]);
});
