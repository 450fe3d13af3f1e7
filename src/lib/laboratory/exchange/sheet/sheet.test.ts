/** What people write into spreadsheets, cell by cell: what is meant, or what is wrong and why. */
import { describe, expect, test } from 'vitest';
import { SHEET_FIELDS, type SheetField } from '#lib/records/sheet-fields.ts';
import { cellForTable, type Cell } from './cell.ts';
import { headingRow, labelsOf, meaningOf, unitInHeading, useColumns } from './guess-columns.ts';
import { TEMPLATE } from './headings.ts';
import { dateEvidence, readDate } from './read-date.ts';
import { readInterval } from './read-interval.ts';
import { decimalsIn, readNumber } from './read-number.ts';
import { readRange } from './read-range.ts';
import { readRow, senseOf } from './read-row.ts';
import { readTolerance } from './read-tolerance.ts';
import { readUnit } from './read-unit.ts';

const NOTHING = { point: false, comma: false };
const POINT = { point: true, comma: false };
const valueOf = (read: { readonly value: unknown } | { readonly code: string }) =>
  'code' in read ? read.code : read.value;

describe('numbers', () => {
  test.each<[Cell, string[], unknown]>([
    ['12.5', [], 12.5],
    ['12,5', [], 12.5],
    ['−0,001', [], -0.001],
    ['1 234,5', [], 1234.5],
    ["1'234.5", [], 1234.5],
    ['1.234.567', [], 1_234_567],
    ['1.234', [], 'number_ambiguous'],
    ['1,234', ['0,5'], 1.234],
    ['1,234', ['0.5'], 1234],
    ['1.234', ['7,25', '1.234'], 1234],
    ['1.234', ['1.234.567'], 1234],
    ['1,234', ['0.5', '0,5'], 'number_ambiguous'],
    ['0.125', [], 0.125],
    [1.234, [], 1.234],
    ['1e-3', [], 0.001],
    ['twelve', [], 'number_invalid'],
    ['1,23,4', [], 'number_invalid']
  ])('%j in a column with %j is %j', (cell, others, expected) => {
    expect(valueOf(readNumber(cell, decimalsIn([cell, ...others])))).toBe(expected);
  });

  test('a number in a table of refused rows is the same when it is imported again', () => {
    expect(cellForTable(1.234)).toBe('1.2340');
    expect(valueOf(readNumber(cellForTable(1.234), NOTHING))).toBe(1.234);
    expect(cellForTable('1.234')).toBe('1.234');
  });
});

describe('days', () => {
  test.each<[string, string[], string]>([
    ['2026-03-04', [], '2026-03-04'],
    ['2026/3/4', [], '2026-03-04'],
    ['20260304', [], '2026-03-04'],
    ['2026-03-04T00:00:00', [], '2026-03-04'],
    ['04.03.2026 12:30', [], '2026-03-04'],
    ['4.3.26', [], '2026-03-04'],
    ['04/03/2026', [], 'date_ambiguous'],
    ['04/03/2026', ['25/12/2025'], '2026-03-04'],
    ['04/03/2026', ['12/25/2025'], '2026-04-03'],
    ['04/03/2026', ['25/12/2025', '12/25/2025'], 'date_ambiguous'],
    ['25/12/2025', ['12/25/2025'], '2025-12-25'],
    ['04/04/2026', [], '2026-04-04'],
    ['12 Mar 2026', [], '2026-03-12'],
    ['12. März 2026', [], '2026-03-12'],
    ['March 12th, 2026', [], '2026-03-12'],
    ['12-août-26', [], '2026-08-12'],
    ['12 de diciembre de 2026', [], '2026-12-12'],
    ['31/04/2026', [], 'date_invalid'],
    ['29.02.2025', [], 'date_invalid'],
    ['soon', [], 'date_invalid'],
    ['45000', [], 'date_invalid']
  ])('%j in a column with %j is %s', (cell, others, expected) => {
    expect(valueOf(readDate(cell, 'auto', dateEvidence([cell, ...others])))).toBe(expected);
  });

  test('what somebody says of the order decides where two are possible, and only there', () => {
    const none = { dayFirst: false, monthFirst: false };
    expect(valueOf(readDate('04/03/2026', 'day_first', none))).toBe('2026-03-04');
    expect(valueOf(readDate('04/03/2026', 'month_first', none))).toBe('2026-04-03');
    expect(valueOf(readDate('25/12/2026', 'month_first', none))).toBe('2026-12-25');
  });
});

test.each([
  ['°C', '°C', null],
  ['degC', '°C', null],
  ['MBAR', 'mbar', null],
  ['MPA', 'MPa', null],
  ['mbra', 'mbra', 'mbar'],
  ['mbarr', 'mbarr', 'mbar'],
  ['kOhm', 'kΩ', null],
  ['μm', 'µm', null],
  ['[bar]', 'bar', null],
  ['furlong', 'furlong', null],
  ['x', 'x', null]
])('the unit %j is %j, or probably %j', (text, unit, suggestion) => {
  expect(readUnit(text)).toEqual({ unit, suggestion });
});

test.each<[Cell, 'days' | 'months' | null, unknown]>([
  ['12 months', null, { days: null, months: 12 }],
  ['24 Monate', null, { days: null, months: 24 }],
  ['1 an', null, { days: null, months: 12 }],
  ['2 años', null, { days: null, months: 24 }],
  ['1,5 Jahre', null, { days: null, months: 18 }],
  ['365 d', null, { days: 365, months: null }],
  ['2 weeks', null, { days: 14, months: null }],
  ['annual', null, { days: null, months: 12 }],
  [12, 'months', { days: null, months: 12 }],
  ['90', 'days', { days: 90, months: null }],
  ['12 Monate', null, { days: null, months: 12 }],
  ['12 Mon.', null, { days: null, months: 12 }],
  ['1 Monat(e)', null, { days: null, months: 1 }],
  ['alle 12 Monate', null, { days: null, months: 12 }],
  ['12-monatlich', null, { days: null, months: 12 }],
  ['1 Jahr', null, { days: null, months: 12 }],
  ['2-ja\u0308hrlich', null, { days: null, months: 24 }],
  ['365 Tage', null, { days: 365, months: null }],
  ['26 Wochen', null, { days: 182, months: null }],
  ['12 mois', null, { days: null, months: 12 }],
  ['tous les 6 mois', null, { days: null, months: 6 }],
  ['365 jours', null, { days: 365, months: null }],
  ['2 ans', null, { days: null, months: 24 }],
  ['12 meses', null, { days: null, months: 12 }],
  ['cada 6 meses', null, { days: null, months: 6 }],
  ['1 año', null, { days: null, months: 12 }],
  ['365 días', null, { days: 365, months: null }],
  ['every 90 days', null, { days: 90, months: null }],
  ['-1 month', null, { code: 'interval_invalid' }],
  ['0.3 months', null, { code: 'interval_invalid' }],
  ['9999 years', null, { code: 'interval_invalid' }],
  ['12 parsecs', null, { code: 'interval_invalid' }]
])('the interval %j (unit of its column: %s) is %j', (cell, unit, expected) => {
  expect(readInterval(cell, unit, 'en')).toEqual(expected);
});

test.each([
  ['en', '12 months', '1 month'],
  ['de', '12 Monate', '1 Monat'],
  ['fr', '12 mois', '1 mois'],
  ['es', '12 meses', '1 mes']
] as const)('what is suggested for a number without a unit is read again, in %s', (language, many, one) => {
  for (const [cell, suggestion] of [
    ['12', many],
    [1, one]
  ] as const) {
    expect(readInterval(cell, null, language)).toEqual({ code: 'interval_unit_missing', suggestion });
    expect(readInterval(suggestion, null, language)).toEqual({ days: null, months: Number(cell) });
  }
});

test.each<[string, unknown]>([
  ['0…100 °C', { from: 0, to: 100, unit: '°C' }],
  ['-20 to +120', { from: -20, to: 120, unit: null }],
  ['0-16 bar', { from: 0, to: 16, unit: 'bar' }],
  ['-1 - 0,5 bar', { from: -1, to: 0.5, unit: 'bar' }],
  ['0 bis 2,5 m/s', { from: 0, to: 2.5, unit: 'm/s' }],
  ['0 °C à 50 °C', { from: 0, to: 50, unit: '°C' }],
  ['0..100', { from: 0, to: 100, unit: null }],
  ['−40/+85°C', { from: -40, to: 85, unit: '°C' }],
  ['±10 V', { from: -10, to: 10, unit: 'V' }],
  ['150 mm', { code: 'range_invalid', suggestion: '0…150 mm' }],
  ['0&16', { code: 'range_invalid' }],
  ['0 to 1.234', { code: 'number_ambiguous' }],
  ['all', { code: 'range_invalid' }]
])('the range %j is %j', (text, expected) => {
  expect(readRange(text, NOTHING)).toEqual(expected);
});

const part = (kind: string, value: number, lower = value) => ({ kind, lower: -lower, upper: value });
test.each<[Cell, unknown]>([
  ['±0.5 %', { parts: [part('percent_of_reading', 0.5)], unit: null }],
  ['0.1 + 0.05 %', { parts: [part('absolute', 0.1), part('percent_of_reading', 0.05)], unit: null }],
  ['±(0,1 °C + 0,05 % v.E.)', { parts: [part('absolute', 0.1), part('percent_of_span', 0.05)], unit: '°C' }],
  ['± 1 % FS', { parts: [part('percent_of_span', 1)], unit: null }],
  ['0,5 % vom Messwert', { parts: [part('percent_of_reading', 0.5)], unit: null }],
  ['+/- 0.02 mm', { parts: [part('absolute', 0.02)], unit: 'mm' }],
  ['+0.2/-0.1 mm', { parts: [part('absolute', 0.2, 0.1)], unit: 'mm' }],
  [0.5, { parts: [part('absolute', 0.5)], unit: null }],
  ['1e+2', { parts: [part('absolute', 100)], unit: null }],
  ['class 1', { code: 'tolerance_invalid' }],
  ['0.1 mm + 0.1 in', { code: 'tolerance_invalid' }],
  ['1 % of everything', { code: 'tolerance_invalid' }]
])('the tolerance %j is %j', (cell, expected) => {
  expect(readTolerance(cell, POINT)).toEqual(expected);
});

describe('headings', () => {
  test('each heading of a template means its field, in each language', () => {
    for (const columns of Object.values(TEMPLATE)) {
      expect(columns.map(([, heading]) => meaningOf(heading))).toEqual(columns.map(([field]) => field));
      expect(new Set(columns.map(([field]) => field)).size).toBe(columns.length);
    }
  });

  test.each<[string, SheetField | null]>([
    ['Gage ID', 'asset_id'],
    ['GAGE_SN', 'asset_id'],
    ['Asset #', 'asset_id'],
    ['Serial No.', 'serial_number'],
    ['S/N', 'serial_number'],
    ['Nächste Kalibrierung', 'due_date'],
    ['Prüfmittel-Nr.', 'asset_id'],
    ['N° de série', 'serial_number'],
    ['Nº de certificado', 'certificate_number'],
    ['Calibration Frequency UOM', 'interval_unit'],
    ['Interval (months)', 'interval_months'],
    ['Intervall [Tage]', 'interval_days'],
    ['Kalibrierintervall (Monate)', 'interval_months'],
    ['Kalibrierzyklus in Monaten', 'interval_months'],
    ['Prüfintervall Jahre', 'interval_years'],
    ['Périodicité (mois)', 'interval_months'],
    ["Intervalle d'étalonnage en mois", 'interval_months'],
    ['Frecuencia de calibración [meses]', 'interval_months'],
    ['Intervalo de calibración en días', 'interval_days'],
    ['Name alt', null],
    ['Range [°C]', 'range'],
    ['Prix', null]
  ])('%j means %s', (heading, field) => {
    expect(meaningOf(heading)).toBe(field);
  });

  test('no heading means two fields', () => {
    for (const field of SHEET_FIELDS) expect([null, field]).toContain(meaningOf(field.replaceAll('_', ' ')));
    expect(unitInHeading('Range [degC]')).toBe('°C');
    expect(unitInHeading('Range [of it]')).toBeNull();
  });

  test('the row of headings is found below a title, and its labels can be told apart', () => {
    const rows = [['Our instruments'], ['ID', 'Name', 'ID', ''], ['A-1', 'Scale']].map((cells) => ({ cells }));
    expect(headingRow(rows)).toBe(1);
    expect(headingRow([{ cells: ['1', '2'] }])).toBe(0);
    expect(labelsOf(rows[1]?.cells ?? [], 5)).toEqual(['ID', 'Name', 'ID (2)', 'Column 4', 'Column 5']);
  });

  test('what somebody chose comes before what a heading says, and nothing is used twice', () => {
    const uses = (labels: string[], chosen = {}) => useColumns(labels, chosen).map(({ use }) => use);
    expect(uses(['ID', 'Asset ID', 'Colour'])).toEqual(['asset_id', 'ignore', 'ignore']);
    expect(uses(['ID', 'Asset ID'], { 'Asset ID': 'asset_id' })).toEqual(['ignore', 'asset_id']);
    expect(uses(['ID', 'Name'], { Name: 'ignore', ID: 'name' })).toEqual(['name', 'ignore']);
    expect(uses(['ID', 'Description'])).toEqual(['asset_id', 'name']);
    expect(uses(['ID', 'Name', 'Description'])).toEqual(['asset_id', 'name', 'description']);
    expect(uses(['__proto__', 'constructor'])).toEqual(['ignore', 'ignore']);
  });
});

describe('rows', () => {
  const read = (cells: Partial<Record<SheetField, Cell>>) =>
    readRow(
      new Map(Object.entries({ asset_id: 'A-1', name: 'Scale', ...cells }) as [SheetField, Cell][]),
      senseOf(new Map(), {
        order: 'auto',
        unit: null,
        isIdentifier: (text) => /^[\w.-]{1,64}$/.test(text),
        today: '2026-11-23',
        language: 'en'
      })
    );
  const codes = (cells: Partial<Record<SheetField, Cell>>) =>
    read(cells).findings.map(({ level, code, field }) => `${level} ${field} ${code}`);

  test('a whole row becomes an asset with its last calibration', () => {
    const { values, findings } = read({
      location: 'Works / Hall 3 > Line 1/2', range: '0…16 bar', resolution: '0,01', tolerance: '1 % FS', interval: '12 months',
      last_calibrated: '2026-03-04', due_date: '2027-03-04', certificate_number: 'C-1', laboratory: 'PTB', tags: 'a; b,a', model: '-'
    }); // prettier-ignore
    expect(findings).toEqual([]);
    expect(values).toMatchObject({
      location: ['Works', 'Hall 3', 'Line 1/2'], unit: 'bar', range_min: 0, range_max: 16, resolution: 0.01, interval_months: 12,
      calibration: { date: '2026-03-04', due: '2027-03-04', certificate: 'C-1', laboratory: 'PTB' }, tags: ['a', 'b'], model: null
    }); // prettier-ignore
  });

  test.each<[Partial<Record<SheetField, Cell>>, string[]]>([
    [{ asset_id: '', name: 'n/a' }, ['error asset_id missing', 'error name missing']],
    [{ asset_id: 'TT 042/ä' }, ['error asset_id asset_id_invalid']],
    [{ name: '#REF!' }, ['error name formula_failed']],
    [{ name: 'x'.repeat(201) }, ['error name too_long']],
    [{ range: 'x'.repeat(10_000) }, ['error range too_long']],
    [{ range: '16…0' }, ['error range range_order']],
    [{ range: '0…1 bar', unit: 'mbar' }, ['error range unit_differs']],
    [{ unit: 'mbarr' }, ['warning unit unit_unknown']],
    [{ resolution: 0 }, ['error resolution not_positive']],
    [{ tolerance: '1 % FS' }, ['error tolerance span_missing']],
    [{ interval: 12 }, ['error interval interval_unit_missing']],
    [{ interval: 12, interval_unit: 'Months' }, []],
    [{ interval_years: 2 }, []],
    [{ last_calibrated: '2027-01-01' }, ['error last_calibrated date_in_future']],
    [
      { last_calibrated: '2026-03-04', due_date: '2025-03-04', certificate_number: 'C', laboratory: 'L' },
      ['error due_date due_before_date']
    ],
    [{ last_calibrated: '2026-03-04' }, ['warning laboratory laboratory_not_stated']],
    [{ due_date: '2027-03-04' }, ['warning due_date due_without_date']],
    [{ tags: Array.from({ length: 51 }, (_, i) => `t${i}`).join() }, ['error tags too_long']]
  ])('%j: %j', (cells, expected) => {
    expect(codes(cells)).toEqual(expected);
  });

  test('an identifier that cannot be one is offered as it could be', () => {
    expect(read({ asset_id: 'TT 042/ä' }).findings[0]?.suggestion).toBe('TT-042-a');
  });

  test('an apostrophe before what looks like a formula is not part of the text', () => {
    expect(read({ name: "'=1+1" }).values?.name).toBe('=1+1');
  });
});
