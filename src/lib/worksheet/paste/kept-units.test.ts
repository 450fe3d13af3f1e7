import { expect, test } from 'vitest';
import { aForm } from '../form/form-fixture.ts';
import { unitsOf } from '../sections/units.ts';
import { guessColumns } from './import-rows.ts';
import { keepsUnits } from './kept-units.ts';
import { readTable } from './paste-table.ts';

const form = aForm([['', '']]);
const keeps = (text: string) => {
  const table = readTable(text, ',', 'dialog', unitsOf(form));
  return keepsUnits(form, table, guessColumns(table));
};

test('numbers without a unit, or all with that of the form, keep none', () => {
  expect(keeps('0,0;0,05\n25,0;25,04')).toBe(false);
  expect(keeps('0,0 °C;0,05 °C\n25,0 °C;25,04 °C')).toBe(false);
  expect(keeps('abc;0,05\n25,0;25,04')).toBe(false);
});

test('another unit, and several in one column, are kept', () => {
  expect(keeps('32 °F;32,1 °F\n77 °F;77,1 °F')).toBe(true);
  expect(keeps('0,0 °C;0,05 °C\n50 °F;25,04 °C')).toBe(true);
  expect(keeps('0,0 °C;0,05 °C\n25,0 °C;75')).toBe(true);
});
