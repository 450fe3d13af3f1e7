import { expect, test } from 'vitest';
import { pasteKnots } from './paste-knots.ts';

const KNOTS = [
  { measured: '0', value: '0,1' },
  { measured: '10', value: '10,1' },
  { measured: '20', value: '20,1' }
];
const paste = (text: string, at = 1, units = { unit: '', measured_unit: '' }) =>
  pasteKnots(KNOTS, at, text, ',', units);

test.each(['10,05', '10,05 °C', '45,2 % RH', ' 10,05 °C\r\n', 'n/a'])('one cell goes into its field: %j', (text) => {
  expect(paste(text)).toBeNull();
});

test('two columns take the place of the points from where they are pasted', () => {
  expect(paste('10,5\t10,6\n\n30,5\t30,6\n')).toEqual([
    KNOTS[0],
    { measured: '10,5', value: '10,6' },
    { measured: '30,5', value: '30,6' }
  ]);
});

test('units are left away', () => {
  expect(paste('45,2 % RH\t45,3 % RH', 0)).toEqual([{ measured: '45,2', value: '45,3' }]);
});

test('a unit that the form does not have stays, so that it is refused', () => {
  const units = { unit: '°C', measured_unit: 'mA' };
  expect(paste('4 mA\t0 °C\n20 mA\t212 °F', 0, units)).toEqual([
    { measured: '4', value: '0 °C' },
    { measured: '20', value: '212 °F' }
  ]);
  expect(paste('4 mA\t0 °C', 0, units)).toEqual([{ measured: '4', value: '0' }]);
  expect(paste('50 °F\t0 °C', 0, units)).toEqual([{ measured: '50 °F', value: '0' }]);
});

test('a blank cell before a number is a cell, as it is in the points', () => {
  expect(paste('\t10,6', 2)).toEqual([...KNOTS.slice(0, 2), { measured: '', value: '10,6' }]);
});
