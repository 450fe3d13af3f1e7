import { describe, expect, it } from 'vitest';
import { fromDsi, toDsi } from './d-si-units.ts';

describe('units of digital certificates', () => {
  it.each([
    ['°C', '\\degreecelsius'],
    ['K', '\\kelvin'],
    ['mm', '\\milli\\metre'],
    ['kg', '\\kilogram'],
    ['mg', '\\milli\\gram'],
    ['kΩ', '\\kilo\\ohm'],
    ['hPa', '\\hecto\\pascal'],
    ['mbar', '\\milli\\bar'],
    ['mmHg', '\\mmHg'],
    ['µV', '\\micro\\volt'],
    ['m/s²', '\\metre\\second\\tothe{-2}'],
    ['m³/h', '\\metre\\tothe{3}\\hour\\tothe{-1}'],
    ['N·m', '\\newton\\metre'],
    ['min', '\\minute'],
    ['ppm', '\\ppm'],
    ['1', '\\one'],
    ['%', '\\percent']
  ])('%s is %s, and read back as it was', (symbol, name) => {
    expect(toDsi(symbol)).toEqual({ unit: name, declared: null });
    expect(fromDsi(name)).toBe(symbol);
  });

  it.each([
    ['\u2126', '\\ohm'],
    ['Ω', '\\ohm'],
    ['μm', '\\micro\\metre'],
    ['um', '\\micro\\metre'],
    ['m/s^2', '\\metre\\second\\tothe{-2}'],
    ['kg·m⁻³', '\\kilogram\\metre\\tothe{-3}'],
    ['%rh', '\\percent'],
    ['% r.h.', '\\percent'],
    ['1/min', '\\minute\\tothe{-1}'],
    ['pH', '\\one'],
    ['V/V', '\\volt\\volt\\tothe{-1}']
  ])('%s is understood as %s', (symbol, name) => {
    expect(toDsi(symbol).unit).toBe(name);
  });

  // Each would be a prefix and a unit of D-SI.
  it.each(['ft', 'yd', 'psi', 'inHg', '°F', 'Gs', 'PS', 'at', 'rpm', 'kt', 'in H2O'])(
    '%s is not a unit of D-SI: it is declared, and read back as it was',
    (symbol) => {
      const { unit, declared } = toDsi(symbol);
      expect(declared).toBe(symbol);
      expect(unit).toMatch(/^\|\S+$/u);
      expect(fromDsi(unit)).toBe(symbol);
    }
  );

  it('does not invent a unit where none is recorded', () => {
    expect(toDsi(null)).toEqual({ unit: '|unstated', declared: '' });
  });

  it.each([
    ['\\degreeCelsius', '°C'],
    ['\\centi\\metre\\tothe{3}', 'cm³'],
    ['\\metre\\per\\second', 'm/s'],
    ['\\kilogram\\tothe{1}\\metre\\tothe{-3}', 'kg/m³']
  ])('%s of other certificates is %s', (name, symbol) => {
    expect(fromDsi(name)).toBe(symbol);
  });

  it.each(['\\furlong', 'metre', '\\milli', '', '\\metre x'])('%s is not known', (name) => {
    expect(fromDsi(name)).toBeNull();
  });
});
