/** Templates of the list of assets: filled in as they are, they are imported without a mapping. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TemplateFormat } from '#lib/contracts/exchange.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import { csvRow } from '#lib/laboratory/csv.ts';
import { templateOf } from '#lib/laboratory/exchange/sheet/template.ts';
import { calibratedLaboratory, type CalibratedLaboratory } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { importedTable } from '../../../../../tests/support/imported-table.ts';
import { superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { sheetTemplate } from './sheet-template.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  const services = await testServices(database);
  await superadmin(services);
  laboratory = await calibratedLaboratory(services);
}, 120_000);
afterAll(() => database.drop());

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
const CASES = LANGUAGES.flatMap((language) =>
  (['xlsx', 'csv'] as const).map((format): [Language, TemplateFormat] => [language, format])
);
const bytesOf = (language: Language, format: TemplateFormat): Uint8Array => {
  const { body } = sheetTemplate(language, format);
  return typeof body === 'string' ? strToU8(body) : body;
};

/** One more row, as somebody types it who follows the example. */
function filledIn(language: Language, format: TemplateFormat, assetId: string): Uint8Array {
  const cells = templateOf(language).example.map((cell, i) => (i === 0 ? assetId : i === 1 ? 'Oven sensor' : cell));
  const bytes = bytesOf(language, format);
  if (format === 'csv') return strToU8(strFromU8(bytes) + csvRow(cells, language === 'en' ? '.' : ','));
  const parts = unzipSync(bytes);
  const sheet = 'xl/worksheets/sheet1.xml';
  const row = cells.map((cell) =>
    typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
  );
  const xml = strFromU8(parts[sheet] ?? new Uint8Array());
  parts[sheet] = strToU8(xml.replace('</sheetData>', `<row r="4">${row.join('')}</row></sheetData>`));
  return zipSync(parts);
}

test.each(CASES)(
  'a template in %s, as %s, is imported as it is filled in, without its example',
  async (language, format) => {
    const assetId = `T-${language}-${format}`;
    const { state, report } = await importedTable(laboratory, filledIn(language, format, assetId));
    expect(report?.rows.flatMap(({ findings }) => findings)).toEqual([]);
    expect({ state, format: report?.format, counts: report?.counts }).toEqual({
      state: 'done',
      format,
      counts: { create: 1, update: 0, skip: 0, refuse: 0, calibrations: 1, findings: 0 }
    });
    expect(report?.table?.columns.some(({ use }) => use === 'ignore')).toBe(false);
    const { rows } = await execute(
      database.url,
      `SELECT a.*, c.calibration_date::text AS calibrated, c.due_date::text AS due, c.lab_certificate_number, c.lab_name, p.name AS above
     FROM assets a JOIN calibrations c ON c.asset_id = a.id JOIN locations l ON l.id = a.location_id
     JOIN locations p ON p.id = l.parent_id WHERE a.asset_id = $1`,
      [assetId]
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
    name: 'Oven sensor', manufacturer: 'Acme', model: 'TT-200', serial_number: '48213-7', unit: '°C', range_min: 0, range_max: 120,
    resolution: 0.1, calibration_interval_months: 12, calibrated: '2026-03-02', due: '2027-03-02', lab_certificate_number: 'C-2026-0815',
    tolerance: [{ kind: 'percent_of_span', lower: -0.5, upper: 0.5 }]
  }); // prettier-ignore
    expect(rows[0].tags).toHaveLength(2);
    expect(rows[0].above).toMatch(/3$/);
  }
);

test.each(CASES)(
  'a template in %s, as %s, that nobody has filled in has nothing to import',
  async (language, format) => {
    const { state, error } = await importedTable(laboratory, bytesOf(language, format));
    expect([state, error?.detail]).toEqual(['failed', 'The table has no rows below its headings.']);
  }
);

test('what a template says of each column is short enough for a cell, and no hint is a heading', () => {
  for (const language of LANGUAGES) {
    const { hints, headings, example, name } = templateOf(language);
    expect([hints.length, example.length]).toEqual([headings.length, headings.length]);
    expect(hints.every((hint) => hint !== '' && hint.length <= 100)).toBe(true);
    expect(name.length).toBeLessThanOrEqual(31);
  }
});
