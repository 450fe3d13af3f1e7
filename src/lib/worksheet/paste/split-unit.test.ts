import { describe, expect, test } from 'vitest';
import { unitSplitter } from './split-unit.ts';

const read = (cell: string, ...own: string[]) => {
  const { number, unit } = unitSplitter(own)(cell);
  return `${number}|${unit}`;
};

describe('a unit behind a number', () => {
  test.each([
    ['10,05 °C', '10,05|°C'],
    ['10,05℃', '10,05|℃'],
    ['45,2 % RH', '45,2|% RH'],
    ['45,2\u00a0%\u202fRH', '45,2|% RH'],
    ['45.2 %rh', '45.2|%rh'],
    ['45,2 % r. F.', '45,2|% r. F.'],
    ['45,2 % HR', '45,2|% HR'],
    ['1500 1/min', '1500|1/min'],
    ['1 500 1/min', '1 500|1/min'],
    ['1500 min⁻¹', '1500|min⁻¹'],
    ['3.2 m³/h', '3.2|m³/h'],
    ['3.2 m³ / h', '3.2|m³ / h'],
    ['−3.2 N m', '−3.2|N m'],
    ['1.5e-3 kg m/s²', '1.5e-3|kg m/s²']
  ])('is read if it is one word or known: %s', (cell, expected) => expect(read(cell)).toBe(expected));

  test.each([
    ['5,2 in H2O', 'in H2O', '5,2|in H2O'],
    ['5,2 in\u00a0H₂O', 'in H2O', '5,2|in H2O'],
    ['45,2 % rel. F.', '%rel.F.', '45,2|%rel.F.'],
    ['3.2 m3/h', 'm³/h', '3.2|m³/h'],
    ['1500 /min', '/min', '1500|/min'],
    ['1500 10³/µl', '10³/µl', '1500|10³/µl'],
    ['12 (relativ)', '(relativ)', '12|(relativ)'],
    ['0,5 µm/m je K', ' μm/m je K ', '0,5|μm/m je K'],
    ['2 "', '"', '2|"']
  ])('is read if it is that of the form, whatever it is: %s', (cell, own, expected) => {
    expect(read(cell, '', own)).toBe(expected);
    expect(read(cell, '°C').endsWith(`|${own}`)).toBe(false);
  });

  test.each([
    '15001/min',
    '1500 100/min',
    '5 1/8',
    '1 1/2 in',
    '5 m 1',
    '5 h 30 min',
    '5 (1)',
    '10 of 20',
    '10,05 after the adjustment',
    '12 % of 20',
    '10,5 °C,20,4 °C',
    '3 × 10^-4',
    '3x10^-4 V m',
    '1e-3',
    '2024-05-01'
  ])('is not guessed in %s', (cell) => {
    for (const own of ['', '1', '-', 'min', '/min', '°C']) expect(read(cell, own)).toBe(`${cell}|`);
  });

  test('in capitals is another one, except behind a percent sign', () => {
    expect(read('5 MPa abs', 'mPa abs')).toBe('5 MPa abs|');
    expect(read('45 %RF', '% rF')).toBe('45|% rF');
  });
});
