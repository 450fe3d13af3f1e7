import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { converted, convertedDifference, unitConversion } from './convert-unit.ts';

const inUnit = (value: number, from: string, to: string) => {
  const conversion = unitConversion(from, to);
  return conversion && converted(value, conversion);
};

describe('a value in another unit', () => {
  it.each([
    [306.248, 'K', '°C', 33.098],
    [273.149, 'K', '°C', -0.001],
    [20.05, '°C', 'K', 293.2],
    [1e-7, '°C', 'K', 273.1500001],
    [0.201, '1', '%', 20.1],
    [0.201, '1', '%RH', 20.1],
    [98.7, 'kPa', 'mbar', 987],
    [1.5, 'bar', 'Pa', 150000],
    [0.3, 'mV', 'V', 0.0003],
    [103.9329, 'kg·m²/(A²·s³)', 'Ω', 103.9329],
    [0.12, 'kg·m²/(A²·s³)', 'kΩ', 0.00012],
    [1.00007841, 'kg', 'g', 1000.07841],
    [431.055119, 'cm³', 'mL', 431.055119],
    [2, 'm/s', 'mm/s', 2000],
    [5, 'mV/V', '1', 0.005],
    [7, 'in H2O', 'in H2O', 7]
  ])('%s %s in the unit %s → %s: %s', (value, from, to, expected) => expect(inUnit(value, from, to)).toBe(expected));

  it.each([
    ['K', 'Pa'],
    ['°C', 'V'],
    ['psi', 'Pa'],
    ['min', 's'],
    ['°C/s', 'K/min'],
    ['', '°C'],
    ['K', '']
  ])('is not computed from %j to %j', (from, to) => expect(unitConversion(from, to)).toBeNull());

  it('comes back as it was', () => {
    const digits = fc.integer({ min: -999_999_999, max: 999_999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 9 }), (value, decimals) => {
        const typed = Number(`${value}e-${decimals}`);
        for (const [a, b] of [
          ['K', '°C'],
          ['mbar', 'kPa'],
          ['1', '%']
        ] as const) {
          const [there, back] = [inUnit(typed, a, b), unitConversion(b, a)];
          expect(there === null || back === null ? null : converted(there, back)).toBeCloseTo(typed, 9);
        }
      })
    );
  });

  it('of an uncertainty has no offset', () => {
    const conversion = unitConversion('K', '°C');
    expect(conversion && convertedDifference(0.061, conversion)).toBe(0.061);
    const percent = unitConversion('1', '%');
    expect(percent && convertedDifference(0.006, percent)).toBe(0.6);
  });
});
