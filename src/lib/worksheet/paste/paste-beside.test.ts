import { expect, test } from 'vitest';
import { aForm } from '../form/form-fixture.ts';
import type { Forms } from '../edits/shared-edits.ts';
import { unitsOf } from '../sections/units.ts';
import { pasteBeside } from './paste-beside.ts';
import { readTable } from './paste-table.ts';

const probes: Forms = [aForm([['', '']]), aForm([['', '']], { measured_unit: 'mV' })];
const paste = (text: string, column: number) => pasteBeside(readTable(text, ',', 'cell'), 0, column, 'left')(probes);
const readings = (forms: Forms) =>
  forms.map(({ rows }) => rows.map(({ nominal, left }) => `${nominal}|${left.reference}|${left.measured}`));

test('one column fills the plan, the reference or a probe, wherever it is pasted, and a blank cell keeps its row', () => {
  expect(readings(paste('0\n\n100', -1))).toEqual(Array(2).fill(['0||', '||', '100||']));
  expect(readings(paste('0\n\n100', 0))).toEqual(Array(2).fill(['|0|', '||', '|100|']));
  expect(readings(paste('0\n\n100', 1))).toEqual([
    ['||0', '||', '||100'],
    ['||', '||', '||']
  ]);
});

test('a table that is pasted into the plan begins with the reference', () => {
  expect(readings(paste('0\t0,1\t0,2', -1))).toEqual([['|0|0,1'], ['|0|0,2']]);
});

test('a unit is left away where the probe has it, and stays where it does not', () => {
  expect(readings(paste('10,01 °C\t10,1 °C\t10,2 mV', 0))).toEqual([['|10,01|10,1'], ['|10,01|10,2']]);
  expect(readings(paste('10,01 °C\t10,1 mV\t10,2 °C', 0))).toEqual([['|10,01|10,1 mV'], ['|10,01|10,2 °C']]);
});

test('a unit of several words is left away where the probe has it', () => {
  const wet = probes.map((form, i) => ({ ...form, measured_unit: i === 0 ? 'in H2O' : '%rh' }));
  const table = readTable('10,01 °C\t5,2 in H2O\t45,2 % RH', ',', 'cell', wet.flatMap(unitsOf));
  expect(readings(pasteBeside(table, 0, 0, 'left')(wet))).toEqual([['|10,01|5,2'], ['|10,01|45,2']]);
});
