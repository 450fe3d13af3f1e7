import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from './parse-number.ts';

describe('parseDecimal', () => {
  it.each([
    ['12.34', 12.34],
    ['12,34', 12.34],
    ['10,012', 10.012],
    ['1.234', 1.234],
    ['1 234,5', 1234.5],
    ['1\u202f234,5', 1234.5],
    ["1'234.5", 1234.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1,234,567', 1234567],
    ['1.234.567,25', 1234567.25],
    ['−12', -12],
    ['–0,5', -0.5],
    ['‒0,5', -0.5],
    ['﹣0,5', -0.5],
    ['－0,5', -0.5],
    ['+3', 3],
    ['1e-3', 0.001],
    ['1,5E+2', 150],
    ['1.6088 × 10^-5', 1.6088e-5],
    [' 7 ', 7],
    ['.5', 0.5],
    [',5', 0.5],
    ['5.', 5]
  ])('reads %j as %d in every language', (text, value) => {
    for (const locale of ['en', 'es', 'fr', 'de']) expect(parseDecimal(text, locale)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '-',
    '.',
    'abc',
    '1,2,3',
    '1.2.3',
    '12,34,567',
    '1,234.5.6',
    '1.2,3.4',
    '1e',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '12 °C'
  ])('refuses %j', (text) => {
    expect(parseDecimal(text, 'en')).toBeNull();
  });

  it('gives back every finite number, written with point or comma', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = String(value);
        expect(parseDecimal(text, 'en')).toBe(Number(text));
        expect(parseDecimal(text.replace('.', ',').replace('-', '−'), 'de')).toBe(Number(text));
      })
    );
  });
});
