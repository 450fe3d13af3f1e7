import { expect, test } from 'vitest';
import type { DecimalSign } from '#lib/numbers/decimal-sign.ts';
import { csvRow, csvTable, type CsvCell } from './csv.ts';

test.each<[string, CsvCell[], DecimalSign, string]>([
  ['plain cells', ['TT-1', 'Boiler'], '.', 'TT-1,Boiler'],
  ['separators, quotes and line ends', ['a,b', 'a;b', 'say "x"', 'a\nb'], '.', '"a,b","a;b","say ""x""","a\nb"'],
  ['what looks like a formula', ['=1+1', '+1', '-1', '@x', '\tx', 'a=1'], '.', "'=1+1,'+1,'-1,'@x,'\tx,a=1"],
  ['a formula that needs quotes', ['=A("x")'], '.', `"'=A(""x"")"`],
  ['a carriage return in front', ['\rx'], '.', `"'\rx"`],
  ['numbers, which are no formulas', [-0.125, 1e-7, 0, 1e21], '.', '-0.125,1e-7,0,1e+21'],
  ['a decimal comma', [-0.125, 'a,b', 1.5e-7], ',', '-0,125;"a,b";1,5e-7'],
  ['nothing, and what is no number', [null, '', NaN, Infinity], '.', ',,,']
])('a row holds %s', (_, cells, decimalSign, expected) => expect(csvRow(cells, decimalSign)).toBe(`${expected}\r\n`));

test('a table begins with the mark of UTF-8 and ends each row, also when there are none', () => {
  expect(csvTable(['Asset', 'U'], [['TT-1', 0.5]])).toBe('\uFEFFAsset,U\r\nTT-1,0.5\r\n');
  expect(csvTable(['Größe'], [], ',')).toBe('\uFEFFGröße\r\n');
});
