import { expect, test } from 'vitest';
import { fromColumns, openColumns, toColumns } from './columns.ts';

test('records are read back unchanged, with few or many values, objects and nulls', () => {
  const records = Array.from({ length: 50 }, (_, index) => ({
    id: `asset-${index}`,
    organization: index % 2 === 0 ? 'a' : 'b',
    channels: index % 3 === 0 ? [] : [{ id: 'x', unit: null }],
    count: index % 5,
    flag: index % 7 === 0,
    note: index === 13 ? 'once' : null,
    always: 'Ω'
  }));
  expect(fromColumns(toColumns(records))).toEqual(records);
});

test.each([2, 63, 64, 65, 4096, 4097])('%i different values keep their order', (kinds) => {
  const records = Array.from({ length: kinds * 3 }, (_, index) => ({ kind: `kind ${index % kinds}` }));
  const text = toColumns(records);
  const kind = openColumns(text).column('kind');
  expect(records.every((record, row) => kind(row) === record.kind)).toBe(true);
});

test('texts of one length, of many lengths, empty and with line breaks are read back', () => {
  const records = ['', 'b', 'two\nlines', 'Ω "quoted" \\'].map((text, index) => ({
    same: `id-${index}`,
    many: 'x'.repeat(index),
    breaks: text,
    wide: `${index}𝄞`
  }));
  expect(fromColumns(toColumns(records))).toEqual(records);
});

test('an empty list is an empty list', () => {
  expect(fromColumns(toColumns([]))).toEqual([]);
});

test('values of different types with the same text stay different', () => {
  const records = ['1', 1, true, 'true', null, 'null', '[]', []].map((value) => ({ value, group: 'g' }));
  expect(fromColumns(toColumns([...records, ...records, ...records]))).toEqual([...records, ...records, ...records]);
});
