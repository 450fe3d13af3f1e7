import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepsDigits } from './keeps-digits.ts';

it.each([
  ['0', true],
  ['-0.000e7', true],
  ['0.1', true],
  ['100.3000', true],
  ['+1.50E-3', true],
  ['1e22', true],
  // As C writes 0.1 with %.17g, and its binary value in full.
  ['0.10000000000000001', true],
  ['0.1000000000000000055511151231257827021181583404541015625', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['100.30000000000000000001', false],
  ['0.333333333333333333333', false],
  ['1e-400', false],
  ['4e-324', false],
  ['1.5e-323', true],
  [`1.${'0'.repeat(200)}1`, false]
])('%s: %s', (text, expected) => {
  expect(keepsDigits(Number(text), text)).toBe(expected);
});

it('fifteen digits are always kept, and so is whatever a number is written as', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.integer({ min: -290, max: 290 }),
      (digits, power) => {
        const text = `${digits}e${power}`;
        expect([text, keepsDigits(Number(text), text)]).toEqual([text, true]);
      }
    )
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(keepsDigits(value, String(value))).toBe(true);
      expect(keepsDigits(value, value.toExponential(16))).toBe(true);
    })
  );
});
