import { expect, test } from 'vitest';
import { missingInNamedValues, namedValuesOf } from './named-values.ts';

const row = (key: string, value: string, unit = '') => ({ key, value, unit });

test('a row that was left empty is not sent; one that was begun needs a name and a value', () => {
  const rows = [row(' Force ', '12,5 ', ' N '), row('', ' '), row('State', 'good'), row('', '3'), row('Zero', '', 'N')];
  expect(namedValuesOf(rows.slice(0, 3))).toEqual([
    { key: 'Force', value: '12,5', unit: 'N' },
    { key: 'State', value: 'good', unit: null }
  ]);
  expect(missingInNamedValues(rows, 'values')).toEqual(['values.3.key', 'values.4.value']);
});
