import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinQuantities } from './join-quantities.ts';
import { unitSplitter } from './split-unit.ts';

const join = (text: string, ...own: string[]) => joinQuantities(text.split('\n'), unitSplitter(own));

test.each([
  ['10,05 °C,20,1 °C', [['10,05 °C', '20,1 °C']]],
  ['-10,05 °C, 20 °C', [['-10,05 °C', '20 °C']]],
  ['0,012 V,−1 234,05 mV', [['0,012 V', '−1 234,05 mV']]],
  ['10 °C,10,05 °C', [['10 °C', '10,05 °C']]],
  [
    '10,05 °C,1,5 °C\n20,1 °C,3,25 °C',
    [
      ['10,05 °C', '1,5 °C'],
      ['20,1 °C', '3,25 °C']
    ]
  ],
  ['45,05 % RH,1500,05 1/min', [['45,05 % RH', '1500,05 1/min']]],
  ['5,05 in H2O,7,5 in H2O', [['5,05 in H2O', '7,5 in H2O']]],
  [
    'Point,Reference,Reading\nA,10,5 °C,20 °C\n\nB,10,05 °C,\nn/a,–,20,15 °C',
    [
      ['Point', 'Reference', 'Reading'],
      ['A', '10,5 °C', '20 °C'],
      [''],
      ['B', '10,05 °C', ''],
      ['n/a', '–', '20,15 °C']
    ]
  ]
])('a decimal part that begins with a zero shows what the commas are: %j', (text, rows) => {
  expect(join(text, 'in H2O')).toEqual({ rows, isCertain: true });
});

test.each([
  ['no decimal part begins with a zero', '10,5 °C,20,1 °C'],
  ['the first column may number the points', '1,20 °C,20,05 °C\n2,40 °C,40,03 °C'],
  ['another column may number the points', '20,05 °C,1,20 °C\n40,03 °C,2,40 °C'],
  ['a column of another unit does not show it', '10,05 °C,20,1 mV'],
  ['the comma may group thousands in another column', '10,05 °C,100,100 °C'],
  ['the comma may group thousands', '1,050 °C,1,100 °C']
])('it is not certain if %s', (_why, text) => expect(join(text)?.isCertain).toBe(false));

test.each([
  ['a number has no unit', '10,05 °C,20,1'],
  ['a number has no unit', '1,10,05 °C,20,1 °C'],
  ['all are whole numbers', '10 °C,20 °C'],
  ['there are decimal points', '10,05 °C,20.1 °C'],
  ['a comma with a blank behind it separates', '10, 05 °C, 20, 1 °C'],
  ['there are quotes', '"10,05 °C",20,05 °C'],
  ['the lines differ', '10,05 °C,20,1 °C\n10,05 °C'],
  ['a comma is left', '10,05 °C,20'],
  ['a sign is in the middle', '10,-05 °C,20,1 °C'],
  ['there is one column', 'Reading\n10,05 °C'],
  ['there is a date', '2024-05-01,10,05 °C'],
  ['they are bare numbers', '1,5,2,05']
])('nothing is joined if %s: %j', (_why, text) => expect(join(text)).toBeNull());

test('numbers come back as they were written', () => {
  const part = fc.integer({ min: 0, max: 999 });
  const cell = fc
    .tuple(
      fc.constantFrom('', '-', '−'),
      part,
      fc.option(fc.tuple(part, fc.boolean())),
      fc.constantFrom(' °C', ' % RH', 'mV')
    )
    .map(([sign, whole, tail, unit]) => {
      const decimals = tail === null ? '' : `,${tail[1] ? '0' : ''}${tail[0]}`;
      return `${sign}${whole}${decimals}${unit}`;
    });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(table, (rows) => {
      const joined = join(rows.map((row) => row.join(',')).join('\n'));
      if (joined !== null) expect(joined.rows).toEqual(rows);
      else expect(rows.flat().join('')).not.toContain(',');
    })
  );
});
