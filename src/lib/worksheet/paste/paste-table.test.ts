import { describe, expect, test } from 'vitest';
import { isTable, numberFrom, readTable, withoutUnits, type PastePlace } from './paste-table.ts';

const values = (text: string, preferred: '.' | ',' = '.', place: PastePlace = 'dialog') => {
  const table = readTable(text, preferred, place);
  return table.rows.map((row) => row.map((cell) => numberFrom(cell, table.decimal)));
};

describe('separators', () => {
  test('two columns copied from a spreadsheet come apart at the tab', () => {
    expect(values('0.012\t-0.05\n10.034\t9.99\n')).toEqual([
      [0.012, -0.05],
      [10.034, 9.99]
    ]);
  });
  test('a tab leaves the comma to the decimals, whatever the language', () => {
    expect(values('0,012\t−0,05\r\n10,034\t9,99\r\n', '.')).toEqual([
      [0.012, -0.05],
      [10.034, 9.99]
    ]);
  });
  test('semicolons with decimal commas are a European CSV', () => {
    expect(values('1,5;2,5\n3,25;4', '.')).toEqual([
      [1.5, 2.5],
      [3.25, 4]
    ]);
  });
  test('commas between decimal points are separators', () => {
    const table = readTable('0.012,-0.05\n10.034,9.99', ',');
    expect(table.alternative).toBeNull();
    expect(values('0.012,-0.05\n10.034,9.99', ',')).toEqual([
      [0.012, -0.05],
      [10.034, 9.99]
    ]);
  });
  test('blanks separate columns of decimals', () => {
    expect(values('1,5  2,5\n3,5  4,5', ',')).toEqual([
      [1.5, 2.5],
      [3.5, 4.5]
    ]);
  });
  test('a comma followed by a blank separates', () => {
    expect(values('1.5, 2.5\n3, 4')).toEqual([
      [1.5, 2.5],
      [3, 4]
    ]);
  });
  test('the sep= line of a spreadsheet program is obeyed', () => {
    expect(values('sep=;\n1;2')).toEqual([[1, 2]]);
  });
});

describe('commas that could be either', () => {
  test('four whole numbers a line are two decimals where the language writes a decimal comma, and say so', () => {
    const table = readTable('1,5,2,5\n3,5,4,5', ',');
    expect(table.rows).toEqual([
      ['1,5', '2,5'],
      ['3,5', '4,5']
    ]);
    expect(table.alternative?.rows[0]).toEqual(['1', '5', '2', '5']);
  });
  test('the same text is four columns where the language writes a decimal point', () => {
    const table = readTable('1,5,2,5', '.');
    expect(table.rows).toEqual([['1', '5', '2', '5']]);
    expect(table.alternative?.rows[0]).toEqual(['1,5', '2,5']);
  });
  test('a leading zero after a comma can only be a decimal', () => {
    const table = readTable('0,012,0,05\n10,034,9,99', '.');
    expect(table.alternative).toBeNull();
    expect(values('0,012,0,05\n10,034,9,99', '.')).toEqual([
      [0.012, 0.05],
      [10.034, 9.99]
    ]);
  });
  test('two whole numbers a line are a pair in the dialog, and may be chosen to be one decimal', () => {
    expect(values('1,5\n2,6', ',')).toEqual([
      [1, 5],
      [2, 6]
    ]);
    expect(readTable('1,5\n2,6', ',').alternative).toMatchObject({ rows: [['1,5'], ['2,6']], decimal: ',' });
  });
  test('a pair below the names of two columns is a pair', () => {
    const table = readTable('x,y\n1,5\n2,6', ',', 'cell');
    expect(table.rows[0]).toEqual(['1', '5']);
    expect(table.alternative).toBeNull();
  });
  test.each(['.', ','] as const)(
    '10,05 is one decimal whatever the language (%s); the dialog offers the pair',
    (sign) => {
      const table = readTable('10,05\n20,12\n30,3', sign);
      expect(table.rows).toEqual([['10,05'], ['20,12'], ['30,3']]);
      expect(table.alternative?.rows[1]).toEqual(['20', '12']);
    }
  );
  test('lines with and without a comma are one column', () => {
    expect(values('10,5\n20\n30,3')).toEqual([[10.5], [20], [30.3]]);
    expect(values('1,113.25\n998.7')).toEqual([[1113.25], [998.7]]);
  });
  test('an empty cell behind a comma is a cell', () => {
    expect(readTable('10,11\n20,', ',', 'cell').rows).toEqual([
      ['10', '11'],
      ['20', '']
    ]);
  });
  test('a sign after a comma can only begin a number', () => {
    const table = readTable('1,-5,2,5', ',');
    expect(table.rows).toEqual([['1', '-5', '2', '5']]);
    expect(table.alternative).toBeNull();
  });
  test('quotes around decimals with commas leave no doubt', () => {
    expect(values('"1,5","2,5"', '.')).toEqual([[1.5, 2.5]]);
  });
});

describe('a column pasted into a cell', () => {
  test.each([
    ['20,12\r\n30,3\r\n', [[20.12], [30.3]]],
    ['10,12\n20\n−30,3', [[10.12], [20], [-30.3]]],
    ['Anzeige, °C\n10,12\n20,34', [[10.12], [20.34]]],
    ['"Anzeige"\n10,12\n20,34', [[10.12], [20.34]]],
    ['1.113,25\n1.120,5', [[1113.25], [1120.5]]],
    ['1\u202f113,25\n1\u00a0120,5', [[1113.25], [1120.5]]],
    ['10,12\n–\nn/a\n20,34', [[10.12], [null], [null], [20.34]]]
  ])('stays one where the language writes a decimal comma: %j', (text, expected) => {
    expect(values(text, ',', 'cell')).toEqual(expected);
  });
  test('is two of CSV text where the language writes a decimal point, if its lines are pairs', () => {
    expect(values('20,12\n30,3', '.', 'cell')).toEqual([
      [20, 12],
      [30, 3]
    ]);
    expect(values('0,100.5\n5,200.5', '.', 'cell')).toEqual([
      [0, 100.5],
      [5, 200.5]
    ]);
    expect(values('1,113.25\n1,120.5', '.', 'cell')).toEqual([[1113.25], [1120.5]]);
  });
  test('decimal points between commas are CSV text in every language', () => {
    expect(values('1.5,2.5\n3.5,4', ',', 'cell')).toEqual([
      [1.5, 2.5],
      [3.5, 4]
    ]);
  });
  test('three digits behind a plain blank are a column of their own', () => {
    expect(values('100 101\n200 202', ',', 'cell')).toEqual([
      [100, 101],
      [200, 202]
    ]);
  });
});

describe('a blank cell', () => {
  test.each([
    ['10,05\r\n\r\n30,12\r\n', [[10.05], [null], [30.12]]],
    ['\r\n20,05\r\n30,12', [[null], [20.05], [30.12]]],
    ['Anzeige\r\n\r\n20,05', [[null], [20.05]]],
    ['1\t2\r\n\t\r\n5\t6', [[1, 2], [null], [5, 6]]],
    ['1,5 2,5\n\n3,5 4,5', [[1.5, 2.5], [null], [3.5, 4.5]]],
    ['1,5,2,05\n\n3,5,4,5', [[1.5, 2.05], [null], [3.5, 4.5]]]
  ])('keeps its row: %j', (text, expected) => {
    expect(values(text, ',', 'cell')).toEqual(expected);
    expect(values(text, ',')).toEqual(expected);
  });
  test('at the end is passed over', () => {
    expect(values('10,05\r\n20,05\r\n\r\n \r\n')).toEqual([[10.05], [20.05]]);
    expect(values('1;2\n3;4\n;\n;\n')).toEqual([
      [1, 2],
      [3, 4]
    ]);
  });
});

describe('a unit behind every number of a column', () => {
  const bare = (text: string, preferred: '.' | ',' = '.', place: PastePlace = 'cell') => {
    const table = readTable(text, preferred, place);
    const { rows } = withoutUnits(table, () => true);
    return { units: table.units, values: rows.map((row) => row.map((cell) => numberFrom(cell, table.decimal))) };
  };
  test.each([
    ['10,05 °C\n20,12 °C', [[10.05], [20.12]], ['°C']],
    ['10.05 mV\n−20.1 mV', [[10.05], [-20.1]], ['mV']],
    ['Anzeige\n10,05 °C\n\n20 °C\nn/a', [[10.05], [null], [20], [null]], ['°C']],
    ["1'234.5 Ω\n1'236 Ω", [[1234.5], [1236]], ['Ω']],
    ['1\u202f234,5\u00a0%\n5\u00a0%', [[1234.5], [5]], ['%']],
    ['1.5e-3 V\n2E-3V', [[0.0015], [0.002]], ['V']],
    [
      '1,5 m/s²\t2,5\n3,5 m/s²\t4,5',
      [
        [1.5, 2.5],
        [3.5, 4.5]
      ],
      ['m/s²', '']
    ],
    ['"1,05 µm","2,5 µm"', [[1.05, 2.5]], ['µm', 'µm']],
    ['45,2 % RH\n46,12 % RH', [[45.2], [46.12]], ['% RH']],
    ['1500 1/min\n3 000,5 1/min', [[1500], [3000.5]], ['1/min']],
    ['3,2 m³ / h\t3,25 m³ / h', [[3.2, 3.25]], ['m³ / h', 'm³ / h']],
    ['10,05 °C,20,1 °C', [[10.05, 20.1]], ['°C', '°C']],
    [
      'Ref,Anzeige\n10,05 % RH,20,1 mV\n11 % RH,21,02 mV',
      [
        [10.05, 20.1],
        [11, 21.02]
      ],
      ['% RH', 'mV']
    ]
  ])('is left away in every language: %j', (text, expected, units) => {
    for (const sign of ['.', ','] as const) expect(bare(text, sign)).toEqual({ units, values: expected });
  });
  test('is shown as it was pasted, and gives the dialog nothing to choose', () => {
    expect(readTable('10,12 °C\n20,34 °C', '.')).toMatchObject({
      header: null,
      rows: [['10,12 °C'], ['20,34 °C']],
      alternative: null
    });
  });
  test('of several words is that of the form', () => {
    const text = '5,12 in H2O\n10,34 in H2O';
    expect(readTable(text, '.', 'cell', ['°C', 'in H2O'])).toMatchObject({
      rows: [['5,12 in H2O'], ['10,34 in H2O']],
      units: ['in H2O']
    });
    expect(isTable('5,12 in H2O', ['in H2O'])).toBe(true);
    expect(isTable('5,12 in H2O', ['°C'])).toBe(false);
  });
  test.each(['10,5 °C,20,1 °C', '1,20 °C,20,05 °C\n2,40 °C,40,03 °C'])(
    'leaves the commas separators where they could be either, and the dialog offers the decimals: %j',
    (text) => {
      const table = readTable(text, ',');
      expect(table.rows).toEqual(text.split('\n').map((line) => line.split(',')));
      expect(table.alternative?.rows[0]).toHaveLength(2);
      expect(table.alternative?.decimal).toBe(',');
    }
  );
  test.each(['1e-3\n2e-3', '10,05\n20,12', '2024-05-01\n2024-05-02', 'A12\nA13', '3x10^-4\n4x10^-4', '5 1/8\n6 1/8'])(
    'is not seen in %j',
    (text) => {
      expect(readTable(text, ',', 'cell').units).toEqual(['']);
    }
  );
  test('is not left away if it is not the same, or one number has none', () => {
    for (const text of ['10 °C\n20 K', '10\n20 K', '10 °C\n2024-05-01']) {
      const { units, rows } = readTable(text, '.', 'cell');
      expect(units).toEqual(['']);
      expect(rows.map(([cell]) => cell)).toEqual(text.split('\n'));
    }
  });
  test('does not make names of columns into readings', () => {
    expect(readTable('0 °C\t1st\n0.01\t5.1', '.')).toMatchObject({ header: ['0 °C', '1st'], units: ['', ''] });
  });
});

test('a text is a table if it has several cells, a blank one above a number too, or a number with its unit', () => {
  expect(['10,05', '-1e-3', 'n/a', '10.5\r\n'].filter((text) => isTable(text, []))).toEqual([]);
  expect(['1\t2', '1\n2', '\r\n10.5\r\n', '10,05 °C', '45,2 % RH'].every((text) => isTable(text, []))).toBe(true);
});

describe.each([...'−–‒﹣－'])('a minus written as %j', (minus) => {
  test('does not make the first row a header', () => {
    const table = readTable(`${minus}10,0\t${minus}10,1\n0,0\t0,1`, ',');
    expect(table.header).toBeNull();
    expect(table.rows[0]).toEqual([`${minus}10,0`, `${minus}10,1`]);
    expect(numberFrom(table.rows[0]?.[0] ?? '', table.decimal)).toBe(-10);
  });
  test('is understood beside every separator and decimal sign', () => {
    expect(values(`${minus}1,5 ${minus}2,5`, '.')).toEqual([[-1.5, -2.5]]);
    expect(values(`${minus}1,012\t${minus}1`, '.')).toEqual([[-1.012, -1]]);
    expect(values(`${minus}1,5,2,5`, ',')).toEqual([[-1.5, 2.5]]);
    expect(readTable(`${minus}1,5,2,5`, '.').alternative?.rows).toEqual([[`${minus}1,5`, '2,5']]);
    expect(values(`${minus}1,5\n2,6`, '.', 'cell')).toEqual([
      [-1, 5],
      [2, 6]
    ]);
    expect(values(`${minus}1.012\t2,5`, ',')).toEqual([[-1012, 2.5]]);
  });
});

describe('headers, marks and thousands', () => {
  test('a row without letters is no header, even if it cannot be read', () => {
    expect(readTable('1..2\t3..4\n5\t6', '.')).toMatchObject({ header: null, rows: [['1..2', '3..4'], { length: 2 }] });
    expect(readTable('–\t–\n5\t6', '.').rows).toHaveLength(2);
    expect(readTable('x\ty\n–\t–\n5\t6', '.').rows).toHaveLength(2);
  });
  test('signs of units below a header are passed over', () => {
    expect(readTable('x\ty\n[%]\t°\n5\t6', '.')).toMatchObject({ header: ['x', 'y'], rows: [['5', '6']] });
  });
  test('a zero before a comma does not group thousands', () => {
    expect(numberFrom('0,012', '.')).toBeNull();
    expect(numberFrom('0.012', ',')).toBeNull();
  });
  test('a line of words is the header, a line of units below it is passed over', () => {
    const table = readTable('\uFEFFReference\tIndication\n°C\t°C\n1\t2', '.');
    expect(table.header).toEqual(['Reference', 'Indication']);
    expect(table.rows).toEqual([['1', '2']]);
  });
  test('a row with an unreadable cell stays, as it was written', () => {
    expect(readTable('1\t2\nabc\t4', '.').rows).toEqual([
      ['1', '2'],
      ['abc', '4']
    ]);
  });
  test('points and commas in one number: the last one is the decimal sign', () => {
    expect(values('1.234,5\t1.236,0', '.')).toEqual([[1234.5, 1236]]);
    expect(values('1,234.5\t1,236.0', ',')).toEqual([[1234.5, 1236]]);
  });
  test('blanks and apostrophes group thousands', () => {
    expect(values("1 234,5\t1'236,0", ',')).toEqual([[1234.5, 1236]]);
  });
  test('exponents are numbers', () => {
    expect(values('1.5e-3\t2E4')).toEqual([[0.0015, 20000]]);
  });
  test('an empty text has no rows', () => {
    expect(readTable(' \n\n', '.').rows).toEqual([]);
  });
  test('a line break inside quotes does not end the row', () => {
    expect(readTable('"Reference\nvalue";"Indication"\n1;2', '.').header).toEqual(['Reference value', 'Indication']);
  });
});
