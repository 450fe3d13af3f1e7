import { describe, expect, test } from 'vitest';
import { numberFrom, readTable } from './paste-table.ts';

const values = (text: string, preferred: '.' | ',' = '.') => {
  const table = readTable(text, preferred);
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
  test('two whole numbers a line are a pair, never one decimal', () => {
    expect(values('1,5\n2,6', ',')).toEqual([
      [1, 5],
      [2, 6]
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

describe('headers, marks and thousands', () => {
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
