/** What spreadsheet programs store, and what nobody should: the first is read cell by cell, the second refused with a reason. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnName, day, workbook, type WorkbookCell } from '../../../../tests/support/workbook.ts';
import { readCsv } from './csv.ts';
import { dayOfSerial, isDateFormat } from './date-format.ts';
import { isWorkbook } from './workbook.ts';
import { readXlsx } from './xlsx.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-sheets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function stored(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, String(++count));
  await writeFile(path, bytes);
  return path;
}
const csv = async (bytes: Uint8Array | string) => readCsv(await stored(bytes));
const xlsx = async (bytes: Uint8Array, sheet?: string) => readXlsx(await stored(bytes), sheet);
const cellsOf = ({ rows }: { readonly rows: readonly { readonly cells: readonly unknown[] }[] }) =>
  rows.map(({ cells }) => cells);
const latin = (text: string) => Buffer.from(text, 'latin1');

describe('CSV', () => {
  test.each([
    ['a,b\n1,"x, y"\n', ','],
    ['a;b\r\n1;"x, y"\r\n', ';'],
    ['a\tb\r1\tx, y', '\t'],
    ['\uFEFFa;b\n1;x, y', ';'],
    ['sep=;\r\na;b\n1;x, y', ';'],
    ['Temperature, hot;b,c\n"a";b\n1;x, y\n', ';']
  ])('%j is divided at %j', async (text, delimiter) => {
    const sheet = await csv(text);
    expect(sheet).toMatchObject({ delimiter, encoding: 'utf-8' });
    expect(cellsOf(sheet).at(-1)).toEqual(['1', 'x, y']);
  });

  test('quotes hold delimiters, line ends and doubled quotes, and rows keep the number of their line', async () => {
    const { rows } = await csv('a,b\n"one\n""two""",3\n\n , \n4,5');
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one\n"two"', '3'] },
      { line: 6, cells: ['4', '5'] }
    ]);
  });

  test('what is not UTF-8 is Windows-1252, and UTF-16 is known by its mark', async () => {
    expect(await csv(latin('Größe;µm\n1;±5°'))).toMatchObject({
      encoding: 'windows-1252',
      rows: [{ cells: ['Größe', 'µm'] }, {}]
    });
    expect(await csv(Buffer.from('\uFEFFGröße\tµm', 'utf16le'))).toMatchObject({
      encoding: 'utf-16le',
      rows: [{ cells: ['Größe', 'µm'] }]
    });
    expect(await csv('Größe;µm')).toMatchObject({ encoding: 'utf-8' });
  });

  test.each([
    ['a NUL character', 'a,b\n1,\0x', /NUL/],
    ['201 columns', `${'x,'.repeat(200)}x`, /Row 1 has more than the 200 columns/],
    ['a million columns', `a\n${','.repeat(1_000_000)}x`, /too many columns/],
    ['20 002 rows', 'x\n'.repeat(20_002), /more than 20000 rows/],
    ['a huge cell', `a,${'x'.repeat(10_001)}`, /more than 10000 characters/],
    ['an open quotation mark', `a,"${'x\n'.repeat(6000)}`, /quotation mark missing/]
  ])('%s is refused', async (_name, text, reason) => {
    await expect(csv(text)).rejects.toThrow(reason);
  });

  test('the longest table that is allowed is read', async () => {
    expect((await csv('x\n'.repeat(20_001))).rows).toHaveLength(20_001);
    expect((await csv('')).rows).toEqual([]);
  });
});

describe('XLSX', () => {
  test('texts, numbers, days, truth and what formulas gave are read as they are stored', async () => {
    const cells: WorkbookCell[] = [
      'a & <b>', 1.5, null, day(45_000), day(45_000.75, 2),
      { xml: '<c r="@" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>' },
      { xml: '<c r="@" t="str"><f>A1&amp;"x"</f><v>cached</v></c>' },
      { xml: '<c r="@"><f>1+1</f><v>2</v></c>' },
      { xml: '<c r="@"><f>1+1</f></c>' },
      { xml: '<c r="@" t="e"><v>#REF!</v></c>' },
      { xml: '<c r="@" t="b"><v>1</v></c>' }
    ]; // prettier-ignore
    const sheet = await xlsx(workbook([{ name: 'One', rows: [cells] }]));
    expect(cellsOf(sheet)[0]).toEqual([
      'a & <b>', 1.5, '', '2023-03-15', '2023-03-15', 'inline', 'cached', 2, '#N/A', '#REF!', 'TRUE'
    ]); // prettier-ignore
  });

  test('days of a workbook that counts from 1904 are four years and a day later', async () => {
    const made = (date1904: boolean) => xlsx(workbook([{ name: 'One', rows: [[day(45_000)]] }], { date1904 }));
    expect(cellsOf(await made(false))).toEqual([['2023-03-15']]);
    expect(cellsOf(await made(true))).toEqual([['2027-03-16']]);
  });

  test.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [0, true, '1904-01-01'],
    [0, false, null],
    [3_000_000, false, null]
  ])('day %d (from 1904: %s) is %s', (serial, from1904, expected) => {
    expect(dayOfSerial(serial, from1904)).toBe(expected);
  });

  test.each([
    [14, undefined, true],
    [0, undefined, false],
    [164, 'dd\\.mm\\.yyyy;@', true],
    [164, 'd. mmmm yyyy', true],
    [164, '[$-407]TT.MM.JJJJ', true],
    [164, '0.00" days"', false],
    [164, '[Red]0.0', false],
    [164, '#,##0.00', false]
  ])('format %d %j means days: %s', (id, code, expected) => {
    expect(isDateFormat(id, code)).toBe(expected);
  });

  test('a sheet is chosen by its name, the first one by default; what only has a format is empty', async () => {
    const formatted = { xml: `<c r="${columnName(16_383)}1" s="1"/>` };
    const bytes = workbook([
      { name: 'First', rows: [['1', formatted]] },
      { name: 'a>b "c"', rows: [[null], ['2']] }
    ]);
    expect(await xlsx(bytes)).toMatchObject({
      names: ['First', 'a>b "c"'],
      name: 'First',
      rows: [{ line: 1, cells: ['1'] }]
    });
    expect(await xlsx(bytes, 'a>b "c"')).toMatchObject({ rows: [{ line: 2, cells: ['2'] }] });
    expect(await xlsx(bytes, 'none')).toMatchObject({ name: 'First' });
  });

  test('a workbook is known by its parts', async () => {
    expect(await isWorkbook(await stored(workbook([{ name: 'x', rows: [] }])))).toBe(true);
    expect(await isWorkbook(await stored('PK no archive'))).toBe(false);
  });

  const sheetOf = (data: string) =>
    workbook([{ name: 'x', rows: [] }], { parts: { 'xl/worksheets/sheet1.xml': data } });
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>';
  test.each([
    ['a bomb of zeros', () => sheetOf('0'.repeat(17 * 1024 ** 2)), /unpacks to more than 100 times/],
    ['entities that expand', () => sheetOf(`${entity}<worksheet/>`), /document type/],
    ['a million columns', () => sheetOf('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'), /more than the 200 columns/],
    ['a huge text', () => sheetOf(`<row r="1"><c t="str"><v>${'x'.repeat(10_001)}</v></c></row>`), /more than 10000/],
    ['rows that go back', () => sheetOf('<x><row r="2"></row><row r="1"></row></x>'), /not in order/],
    ['parts in parts', () => sheetOf('<a>'.repeat(100)), /more than 64 levels/],
    ['an open tag', () => sheetOf(`<row ${'x'.repeat(70_000)}`), /not XML/],
    ['a sheet that is cut off', () => sheetOf('<worksheet><row r="1"><c><v>1</v></c>'), /cut off/],
    ['a NUL character', () => sheetOf('<row r="1"><c t="str"><v>a&#0;b</v></c></row>'), /not XML/],
    ['an entity that nothing declares', () => sheetOf('<row r="1"><c t="str"><v>&nbsp;</v></c></row>'), /not XML/],
    [
      'bytes that are not UTF-8',
      () =>
        sheetOf('').length &&
        workbook([{ name: 'x', rows: [] }], {
          parts: { 'xl/worksheets/sheet1.xml': new Uint8Array([60, 255, 254, 62]) }
        }),
      /not UTF-8/
    ],
    [
      '20 002 rows',
      () =>
        sheetOf(
          `<x>${Array.from({ length: 20_002 }, (_, i) => `<row r="${i + 1}"><c><v>${i}</v></c></row>`).join('')}</x>`
        ),
      /more than 20000 rows/
    ],
    ['no sheet', () => workbook([]), /no sheet/]
  ])('%s is refused', async (_name, make, reason) => {
    await expect(xlsx(make() as Uint8Array)).rejects.toThrow(reason);
  });

  test('a reference to a text that is not there is empty', async () => {
    const rows = cellsOf(
      await xlsx(sheetOf('<x><row r="1"><c t="s"><v>99</v></c><c t="str"><v>&#x41;</v></c></row></x>'))
    );
    expect(rows).toEqual([['', 'A']]);
  });
});
