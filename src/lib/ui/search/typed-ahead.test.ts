import { expect, test } from 'vitest';
import { typedAhead } from './typed-ahead.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const press = (query: string, key: string) => typedAhead(query, { ...plain, key });

test('letters, signs and corrections typed before the search is there are kept', () => {
  expect([...'TT-4µ'].reduce((query, key) => press(query, key) ?? '', '')).toBe('TT-4µ');
  expect(press('TT-4', 'Backspace')).toBe('TT-');
});

test('keys that write nothing are left to the page', () => {
  expect(press('TT', 'Enter')).toBeNull();
  expect(press('TT', 'Escape')).toBeNull();
  expect(typedAhead('TT', { ...plain, key: 'k', ctrlKey: true })).toBeNull();
});
