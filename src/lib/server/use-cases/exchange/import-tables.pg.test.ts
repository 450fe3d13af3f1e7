/** Lists of instruments as people keep them in spreadsheets: what can be read arrives, the rest is in a report that can be imported again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decode, splitRows } from '#lib/server/spreadsheets/csv.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { calibratedLaboratory, type CalibratedLaboratory } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { dirtySheet, KNOWN_PLACES, mended } from '../../../../../tests/support/dirty-sheet.ts';
import { importedTable } from '../../../../../tests/support/imported-table.ts';
import { superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { day, workbook } from '../../../../../tests/support/workbook.ts';

/** Of ten thousand `npm run bench -- spreadsheet` measures the time. */
const ROWS = Number(process.env['DIRTY_ROWS'] ?? 1000);
let database: TestDatabase;
let laboratory: CalibratedLaboratory;

beforeAll(async () => {
  database = await createTestDatabase();
  const services = await testServices(database);
  await superadmin(services);
  laboratory = await calibratedLaboratory(services);
  const { admin, organizationId } = laboratory;
  await createProcedure(services, admin, {
    code: 'P-1',
    name: 'Comparison',
    body: '',
    organization_id: organizationId
  });
}, 120_000);
afterAll(() => database.drop());

const imported = (file: string | Uint8Array, given?: Parameters<typeof importedTable>[2]) =>
  importedTable(laboratory, file, given);

const assetOf = async (assetId: string) =>
  (
    await execute(
      database.url,
      `SELECT a.*, to_jsonb(c) AS calibration, l.name AS place, (SELECT name FROM locations p WHERE p.id = l.parent_id) AS above
       FROM assets a LEFT JOIN calibrations c ON c.asset_id = a.id LEFT JOIN locations l ON l.id = a.location_id
       WHERE a.asset_id = $1 ORDER BY c.version DESC LIMIT 1`,
      [assetId]
    )
  ).rows[0];
const counted = async (table: string) =>
  Number((await execute(database.url, `SELECT count(*) FROM ${table}`)).rows[0].count);

const GERMAN = `Kennung;Bezeichnung;Standort;Verfahrenscode;Intervall;Zuletzt kalibriert;Zertifikatsnummer;Labor;Fällig am;Messbereich;Einheit;Auflösung;Toleranz;Schlagwörter
DE-1;Prüfwaage;Werk / Halle 3;P-1;12 Monate;04.03.2026;D-K 17;Eichamt;04.03.2027;0…16;bar;0,01;±0,5 %;rot, blau
`;

test('a row in German, in Windows-1252, becomes an asset with its place and its last calibration', async () => {
  const look = await imported(Buffer.from(GERMAN.replace('…', '-'), 'latin1'), { dry_run: true });
  expect(look.report).toMatchObject({
    format: 'csv', applied: false, counts: { create: 1, refuse: 0, calibrations: 1, findings: 0 },
    table: { encoding: 'windows-1252', delimiter: ';', rows: 1, new_locations: ['Werk', 'Werk / Halle 3'] }
  }); // prettier-ignore
  expect(await assetOf('DE-1')).toBeUndefined();
  expect((await imported(Buffer.from(GERMAN.replace('…', '-'), 'latin1'))).error).toBeNull();
  expect(await assetOf('DE-1')).toMatchObject({
    name: 'Prüfwaage', place: 'Halle 3', above: 'Werk', unit: 'bar', range_min: 0, range_max: 16, resolution: 0.01,
    tolerance: [{ kind: 'percent_of_reading', lower: -0.5, upper: 0.5 }], calibration_interval_months: 12, tags: ['rot', 'blau'],
    calibration: {
      kind: 'external', version: 1, calibration_date: '2026-03-04', due_date: '2027-03-04', lab_name: 'Eichamt',
      lab_certificate_number: 'D-K 17', certificate_number: expect.stringMatching(/^LAB-X-\d{4}-\d{4}$/), curve: null
    }
  }); // prettier-ignore
});

test('an existing asset changes only where a cell has contents, and a known calibration is not added again', async () => {
  expect((await imported(GERMAN)).report?.rows[0]).toMatchObject({
    path: '2',
    action: 'refuse',
    findings: [{ code: 'asset_exists' }]
  });
  expect((await imported(GERMAN, { on_existing: 'skip' })).report?.counts).toMatchObject({ skip: 1 });
  const change = `${GERMAN}`.replace('Prüfwaage', 'Waage').replace('bar;0,01;±0,5 %', ';;');
  expect((await imported(change, { on_existing: 'update' })).report?.counts).toMatchObject({
    update: 1,
    calibrations: 0
  });
  expect(await assetOf('de-1'.toUpperCase())).toMatchObject({
    name: 'Waage',
    unit: 'bar',
    resolution: 0.01,
    calibration: { version: 1 }
  });
  const later = change.replace('04.03.2026;D-K 17', '05.06.2026;D-K 18');
  expect((await imported(later, { on_existing: 'update' })).report?.counts).toMatchObject({
    update: 1,
    calibrations: 1
  });
  expect(await assetOf('DE-1')).toMatchObject({ calibration: { version: 2, calibration_date: '2026-06-05' } });
});

test('the sheet, the columns and single cells are as somebody says', async () => {
  const bytes = workbook([
    { name: 'Cover', rows: [['Our list']] },
    {
      name: 'List',
      rows: [
        ['Key', 'Text', 'Cal'],
        ['X-1', 'Scale', day(45_000)],
        ['X 2', null, '04/03/2026']
      ]
    }
  ]);
  const mapping = { sheet: 'List', columns: { Key: 'asset_id', Text: 'name', Cal: 'last_calibrated' } } as const;
  const look = await imported(bytes, { dry_run: true, mapping });
  expect(look.report?.table).toMatchObject({ sheets: ['Cover', 'List'], sheet: 'List', can_leave_out: true });
  expect(look.report?.rows[0]).toMatchObject({
    path: '3', action: 'refuse', cells: ['X 2', '', '04/03/2026'],
    findings: [
      { loc: ['asset_id'], code: 'asset_id_invalid', suggestion: 'X-2' },
      { loc: ['name'], code: 'missing' },
      { loc: ['last_calibrated'], code: 'date_ambiguous' }
    ]
  }); // prettier-ignore
  const corrections = [
    { row: 3, column: 'Key', value: 'X-2' },
    { row: 3, column: 'Text', value: 'Gauge' }
  ];
  const done = await imported(bytes, { mapping: { ...mapping, dates: 'day_first' }, corrections });
  expect(done).toMatchObject({
    error: null,
    hasFile: false,
    report: { applied: true, counts: { create: 2, calibrations: 2 } }
  });
  expect(await assetOf('X-2')).toMatchObject({
    name: 'Gauge',
    calibration: { calibration_date: '2026-03-04', lab_name: '—' }
  });
});

test('nothing is imported where a row is refused, unless the others are wanted; formulas do not come out again', async () => {
  const text = 'ID,Name,Location\nF-1,Fine,Shelf\nF 2,=cmd|x,Attic\n';
  const before = await counted('assets');
  expect(await imported(text)).toMatchObject({ state: 'failed', error: { code: 'import_refused' }, hasFile: true });
  expect(await counted('assets')).toBe(before);
  const partly = await imported(text, { on_refused: 'leave_out' });
  expect(partly).toMatchObject({ state: 'done', report: { applied: true, counts: { create: 1, refuse: 1 } } });
  expect(partly.refused).toBe(
    '\uFEFFID,Name,Location,Plumbline\r\nF 2,\'=cmd|x,Attic,"ID: Use letters, digits, periods, hyphens and underscores only. (F-2)"\r\n'
  );
  expect((await execute(database.url, "SELECT name FROM locations WHERE name IN ('Shelf', 'Attic')")).rows).toEqual([
    { name: 'Shelf' }
  ]);
  expect((await imported(partly.refused.replace('F 2', 'F-2'))).report?.counts).toMatchObject({ create: 1, refuse: 0 });
  expect(await assetOf('F-2')).toMatchObject({ name: '=cmd|x' });
});

test('what is no table is refused with a reason, and unknown words are not guessed at', async () => {
  expect(await imported('ID,Name\n')).toMatchObject({
    state: 'failed',
    error: { code: 'archive_refused', detail: expect.stringMatching(/no rows/) }
  });
  expect(
    await imported(workbook([{ name: 'x', rows: [] }], { parts: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE x><x/>' } }))
  ).toMatchObject({ state: 'failed', error: { code: 'archive_refused' } });
  const found = await imported('ID,Name,Procedure,Unit,Location\nQ-1,x,P-11,mbarr,Wark / Halle 3\n', { dry_run: true });
  expect(found.report?.rows[0]?.findings).toMatchObject([
    { level: 'warning', code: 'unit_unknown', suggestion: 'mbar' },
    { level: 'error', code: 'procedure_unknown', suggestion: 'p-1' }
  ]);
  const near = await imported('ID,Name,Location\nQ-1,x,Wark / Halle 3\n', { dry_run: true });
  expect(near.report?.rows[0]?.findings).toMatchObject([{ code: 'location_alike', suggestion: 'Werk / Halle 3' }]);
});

test('of dirty rows each arrives or is in the report, and the corrected report completes them', async () => {
  const sheet = dirtySheet(ROWS, 7);
  const { services, admin, organizationId } = laboratory;
  for (const name of KNOWN_PLACES)
    await createLocation(services, admin, { organization_id: organizationId, name, is_calibration_lab: false });
  const before = { assets: await counted('assets'), calibrations: await counted('calibrations') };
  const first = await imported(sheet.text, { on_refused: 'leave_out' });
  expect(first).toMatchObject({ state: 'done', error: null });
  const { create = 0, refuse = 0 } = first.report?.counts ?? {};
  expect(create + refuse).toBe(ROWS);
  expect(refuse).toBe(sheet.wrong);
  const found = (first.report?.rows ?? []).flatMap(({ asset_id, findings }) =>
    findings.map(({ code, suggestion }) => ({ asset_id: asset_id ?? '', code, suggestion }))
  );
  const units = found.filter(({ code }) => code === 'unit_unknown');
  expect(new Map(units.map(({ asset_id, suggestion }) => [asset_id, suggestion]))).toEqual(sheet.mistyped);
  const near = found
    .filter(({ code }) => code === 'location_alike')
    .map(({ suggestion }) => suggestion?.split(' /')[0]);
  expect(new Set(near)).toEqual(new Set(KNOWN_PLACES));
  expect(await counted('assets')).toBe(before.assets + create);
  const rows = [...splitRows(decode(Buffer.from(first.refused)).text, 0, ',')].map(({ cells }) => cells);
  expect(rows).toHaveLength(refuse + 1);
  expect(rows.slice(1).every((cells) => (cells.at(-1) ?? '') !== '')).toBe(true);
  const second = await imported(mended(rows, sheet));
  expect(second).toMatchObject({ error: null, report: { counts: { create: refuse, refuse: 0 } } });
  expect(await counted('assets')).toBe(before.assets + ROWS);
  const { rows: values } = await execute(
    database.url,
    `SELECT a.asset_id, a.range_max, a.unit, c.calibration_date::text AS date, p.name || ' / ' || l.name AS place
     FROM assets a JOIN calibrations c ON c.asset_id = a.id JOIN locations l ON l.id = a.location_id JOIN locations p ON p.id = l.parent_id
     WHERE a.asset_id LIKE 'D-%' ORDER BY 1`
  );
  expect(values).toHaveLength(ROWS);
  const wrong = values.filter(({ asset_id, range_max, unit, date, place }: Record<string, unknown>) => {
    const truth = sheet.truth.get(String(asset_id));
    return truth?.max !== range_max || truth?.unit !== unit || truth?.date !== date || truth?.place !== place;
  });
  expect(wrong).toEqual([]);
}, 600_000);
