import { describe, expect, test } from 'vitest';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { aForm } from '../form/form-fixture.ts';
import { COLUMN_KINDS, columnsAt, guessColumns, importRows, type ColumnKind } from './import-rows.ts';
import { readTable } from './paste-table.ts';
import { unitsOf } from '../sections/units.ts';
import { setAdjusted } from '../edits/row-edits.ts';

const pasted = (text: string, from: number | null = null, form = aForm([])) => {
  const table = readTable(text, '.');
  return importRows(form, { table, columns: guessColumns(table), from, run: 'left' });
};

test('twenty points of two columns replace the grid', () => {
  const text = Array.from({ length: 20 }, (_, i) => `${i}.001\t${i}.02`).join('\n');
  const { form, rows, faulty } = pasted(text);
  expect(rows).toBe(20);
  expect(faulty).toEqual([]);
  expect(form.rows).toHaveLength(20);
  expect(form.rows[19]?.left).toMatchObject({ reference: '19.001', measured: '19.02' });
  expect(new Set(form.rows.map((row) => row.id)).size).toBe(20);
});

test('three columns begin with the nominal value', () => {
  const { form } = pasted('10\t10.034\t9.99');
  expect(form.rows[0]).toMatchObject({ nominal: '10', left: { reference: '10.034', measured: '9.99' } });
});

test('a fourth column is the indication before the adjustment, against the same reference', () => {
  const { form } = pasted('10\t10.034\t9.99\t9.5');
  expect(form.adjusted).toBe(true);
  expect(form.rows[0]?.found).toMatchObject({ reference: '10.034', measured: '9.5' });
});

test.each([
  ['Indication\tReference\n9.99\t10.034'],
  ['Anzeige;Referenz\n9,99;10,034'],
  ['Lecture;Étalon\n9,99;10,034'],
  ['Lectura;Patrón\n9,99;10,034']
])('a header in any of the languages decides the order: %j', (text) => {
  const reading = pasted(text).form.rows[0]?.left;
  expect(reading?.reference.replace(',', '.')).toBe('10.034');
  expect(reading?.measured.replace(',', '.')).toBe('9.99');
});

test('uncertainty columns are found by their name', () => {
  const table = readTable('x\ty\tu(x)\tu(y)\n1\t2\t0.1\t0.2', '.');
  expect(guessColumns(table)).toEqual(['reference', 'measured', 'u_reference', 'u_measured']);
});

test('a row that cannot be read is kept as written and named', () => {
  const { form, faulty } = pasted('1\t2\nn/a\t4\n5\t');
  expect(faulty).toEqual([2, 3]);
  expect(form.rows[1]?.left).toMatchObject({ reference: 'n/a', measured: '4' });
  expect(form.rows[2]?.left.reference).toBe('5');
});

test('filling from a row leaves the rows above alone and adds rows below', () => {
  const form = aForm([
    ['1', '1.1'],
    ['', '']
  ]);
  const result = pasted('2\t2.2\n3\t3.3', form.rows[1]?.id ?? -1, form);
  expect(result.form.rows.map((row) => row.left.reference)).toEqual(['1', '2', '3']);
});

test('a comma that groups thousands beside decimal points is rewritten, everything else stays as typed', () => {
  const { form } = pasted('1,234\t1234.5\n12.5\t12,500.5');
  expect(form.rows[0]?.left.reference).toBe('1234');
  expect(form.rows[0]?.left.measured).toBe('1234.5');
});

test('as many rows as planned keep the plan of nominal values', () => {
  const plan = aForm([
    ['', ''],
    ['', '']
  ]);
  const form = { ...plan, rows: plan.rows.map((row, i) => ({ ...row, nominal: String(i * 50) })) };
  expect(pasted('0.01\t0.02\n50.1\t50.2', null, form).form.rows.map((row) => row.nominal)).toEqual(['0', '50']);
});

test('a column of directions is found by its name in any of the languages, and its words are understood', () => {
  const { form, faulty } = pasted(
    'Nominal\tReference\tReading\tDirection\n0\t0,01\t0,02\tup\n50\t50\t50,1\t↑\n0\t0\t0,03\tfalling'
  );
  expect(faulty).toEqual([]);
  expect(form.directions).toBe(true);
  expect(form.rows.map((row) => row.direction)).toEqual(['up', 'up', 'down']);
  const german = pasted('Bezug;Anzeige;Richtung\n1;1,1;steigend\n2;2,1;seitwärts');
  expect(german.form.rows.map((row) => row.direction)).toEqual(['up', '']);
  expect(german.faulty).toEqual([2]);
});

test('a table for the check fills rows of its own and leaves the points of the curve alone', () => {
  const form = aForm([['1', '1.1']]);
  const table = readTable('5\t5.1\n6\t6.1', '.');
  const result = importRows(form, { table, columns: guessColumns(table), from: null, run: 'check' });
  expect(result.form.rows).toEqual(form.rows);
  expect(result.form.checks.map((row) => row.left.measured)).toEqual(['5.1', '6.1']);
  expect(new Set([...result.form.rows, ...result.form.checks].map((row) => row.id)).size).toBe(3);
});

test('the run after an adjustment is pasted without losing the run before it', () => {
  const found = setAdjusted(true)(
    aForm([
      ['1', '1.5'],
      ['2', '2.5']
    ])
  );
  const { form } = pasted('1\t1.01', null, found);
  expect(form.rows.map((row) => row.found.measured)).toEqual(['1.5', '2.5']);
  expect(form.rows.map((row) => row.left.measured)).toEqual(['1.01', '']);
});

test('a column with decimal commas that is pasted into a cell leaves the reference values alone', () => {
  const form = aForm([
    ['10,0', ''],
    ['20,0', ''],
    ['30,0', '']
  ]);
  const table = readTable('10,05\r\n20,12\r\n30,3\r\n', ',', 'cell');
  const from = form.rows[0]?.id ?? -1;
  const result = importRows(form, { table, columns: columnsAt(table, 'measured'), from, run: 'left' });
  expect(result.faulty).toEqual([]);
  expect(result.form.rows.map(({ left }) => [left.reference, left.measured])).toEqual([
    ['10,0', '10,05'],
    ['20,0', '20,12'],
    ['30,0', '30,3']
  ]);
});

const intoCell = (text: string, column: ColumnKind, form: CalibrateForm) => {
  const table = readTable(text, ',', 'cell', unitsOf(form));
  const from = form.rows[0]?.id ?? -1;
  return importRows(form, { table, columns: columnsAt(table, column), from, run: 'left' });
};
const readings = (form: CalibrateForm) => form.rows.map(({ left }) => `${left.reference}|${left.measured}`);

test('a blank cell of a pasted column leaves the value there as it is, and those below in their rows', () => {
  const form = aForm([
    ['10', ''],
    ['20', '20,3'],
    ['30', '']
  ]);
  const pastedColumn = intoCell('10,05\r\n\r\n30,12\r\n\r\n50,1\r\n\r\n', 'measured', form);
  expect(readings(pastedColumn.form)).toEqual(['10|10,05', '20|20,3', '30|30,12', '|', '|50,1']);
  expect(pastedColumn).toMatchObject({ rows: 3, faulty: [] });
  expect(new Set(pastedColumn.form.rows.map(({ id }) => id)).size).toBe(5);
});

test('a blank row of a table that replaces the grid stays blank; beside a plan it needs no place', () => {
  const table = '0.01\t0.02\n\t\n50.1\t50.2';
  expect(readings(pasted(table).form)).toEqual(['0.01|0.02', '|', '50.1|50.2']);
  const plan = aForm([
    ['', ''],
    ['', '']
  ]);
  const form = { ...plan, rows: plan.rows.map((row, i) => ({ ...row, nominal: String(i * 50) })) };
  const beside = pasted(table, null, form);
  expect(readings(beside.form)).toEqual(['0.01|0.02', '50.1|50.2']);
  expect(beside.replaced).toBe(false);
});

test.each(COLUMN_KINDS)('one column fills the column of the cell in which it is pasted: %s', (kind) => {
  expect(columnsAt(readTable('10,05\n20,12', ',', 'cell'), kind)).toEqual([kind]);
});

test('a column of planned values that is pasted into one leaves the readings alone', () => {
  const { form } = intoCell('0\n50\n100', 'nominal', aForm([['0,01', '0,02']]));
  expect(form.rows.map(({ nominal }) => nominal)).toEqual(['0', '50', '100']);
  expect(readings(form)).toEqual(['0,01|0,02', '|', '|']);
});

describe('units of a pasted column', () => {
  test.each([
    ['10,05 °C\n20,12 °C', { unit: '°C', measured_unit: '' }],
    ['10,05 ºC\n20,12 ºC', { unit: '°C', measured_unit: '°C' }],
    ['10,05 mV\n20,12 mV', { unit: '°C', measured_unit: 'mV' }],
    ['10,05 Ohm\n20,12 Ohm', { unit: '°C', measured_unit: 'Ω' }],
    ['10,05 mV\n20,12 mV', { unit: '', measured_unit: '' }],
    ['10,05 % RH\n20,12 % RH', { unit: '%rh', measured_unit: '' }],
    ['10,05 % r.h.\n20,12 % r.h.', { unit: '°C', measured_unit: '%RH' }],
    ['10,05 1/min\n20,12 1/min', { unit: 'min⁻¹', measured_unit: '' }],
    ['10,05 m3/h\n20,12 m3/h', { unit: 'm³/h', measured_unit: '' }],
    ['10,05 in H2O\n20,12 in H2O', { unit: 'hPa', measured_unit: 'in H2O' }]
  ])('are left away if the instrument has them: %j, %j', (text, units) => {
    const { form, faulty } = intoCell(text, 'measured', aForm([['10', '']], units));
    expect(readings(form)).toEqual(['10|10,05', '|20,12']);
    expect(faulty).toEqual([]);
  });
  test.each([
    ['10,05 mV', 'measured', '10|10,05 mV'],
    ['10,05 K', 'reference', '10,05 K|'],
    ['45,2 % RH', 'measured', '10|45,2 % RH'],
    ['45,2 % rF', 'measured', '10|45,2 % rF'],
    ['1500 1/min', 'reference', '1500 1/min|'],
    ['3.2 m³/h', 'measured', '10|3.2 m³/h']
  ] as const)('that the instrument does not have stay, and the row is marked: %s', (text, column, expected) => {
    const { form, faulty } = intoCell(text, column, aForm([['10', '']]));
    expect(readings(form)).toEqual([expected]);
    expect(faulty).toEqual([1]);
  });
  test('of a column that the instrument does not have keep their decimals', () => {
    const { form, faulty } = intoCell('45,2 % rF\n46,1 % rF', 'measured', aForm([['10', '']]));
    expect(readings(form)).toEqual(['10|45,2 % rF', '|46,1 % rF']);
    expect(faulty).toEqual([1, 2]);
  });
  test('in unquoted text with decimal commas are left away too', () => {
    const { form, faulty } = intoCell('10,05 °C,20,1 °C\n11 °C,21,2 °C', 'measured', aForm([['', '']]));
    expect(readings(form)).toEqual(['10,05|20,1', '11|21,2']);
    expect(faulty).toEqual([]);
  });
  test('an uncertainty in kelvin is one in degrees Celsius', () => {
    const { form, faulty } = intoCell('0,02 K', 'u_reference', aForm([['10', '10']]));
    expect(form.rows[0]?.left.u_reference).toBe('0,02');
    expect(faulty).toEqual([]);
  });
});

test('a first row whose minus is an en dash is pasted too, as it was written', () => {
  const { form, rows, faulty } = pasted('–10,0\t–10,1\n0,0\t0,1\n10,0\t10,2');
  expect([rows, faulty]).toEqual([3, []]);
  expect(form.rows[0]?.left).toMatchObject({ reference: '–10,0', measured: '–10,1' });
});
