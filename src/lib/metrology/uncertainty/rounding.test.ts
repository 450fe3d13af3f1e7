import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundForPrint, roundUncertainty } from './rounding.ts';

test.each([
  [0.028081, 0.028, 3, '0.028'],
  [0.0125, 0.013, 3, '0.013'],
  [0.01249999, 0.012, 3, '0.012'],
  [0.0996, 0.1, 2, '0.10'],
  [9.96, 10, 0, '10'],
  [1234.5, 1200, -2, '1200'],
  [99.6, 100, -1, '100'],
  [3, 3, 1, '3.0'],
  [1.5e-12, 1.5e-12, 13, '0.0000000000015'],
  [0, 0, 0, '0']
])('%d is printed with two significant digits, half up', (value, rounded, decimals, text) => {
  expect(roundUncertainty(value)).toEqual({ value: rounded, decimals, text });
});

test.each([
  [0.0104, '0.01'],
  [0.0106, '0.02'],
  [0.0251, '0.03'],
  [0.95, '1'],
  [8.3, '8']
])('%d with one digit is rounded up where rounding down would take more than 5 %%', (value, text) => {
  expect(roundUncertainty(value, 1).text).toBe(text);
});

test.each([
  [1.005, 2, '1.01'],
  [-1.005, 2, '-1.01'],
  [0.5, 0, '1'],
  [2.675, 2, '2.68'],
  [-0.001, 2, '0.00'],
  [1234.5, -2, '1200'],
  [1250, -2, '1300'],
  [49, -2, '0'],
  [7, 3, '7.000'],
  [1e21, 1, '1000000000000000000000.0'],
  [5e-7, 3, '0.000']
])('%d to %d decimals is %s', (value, decimals, text) => {
  expect(roundForPrint(value, decimals)).toBe(text);
});

test('rounding moves a value by half a unit of the last place at most', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e5, max: 1e5, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, decimals) => {
      const unit = Number(`1e-${decimals}`);
      expect(Math.abs(Number(roundForPrint(value, decimals)) - value)).toBeLessThanOrEqual(unit * 0.5 * (1 + 1e-6));
    })
  );
});
