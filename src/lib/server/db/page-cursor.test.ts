import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './page-cursor.ts';

const id = '0198f000-0000-7000-8000-000000000001';

test('a cursor comes back as it was made', () => {
  expect(decodeCursor(encodeCursor('name', { key: 'Größe', id }), 'name', 'text')).toEqual({ key: 'Größe', id });
});

test('a cursor of another sorting, a broken one and one with a key of another type are refused', () => {
  const forged = (key: string) => encodeCursor('due_date', { key, id });
  for (const [text, type] of [
    [encodeCursor('name', { key: 'a', id }), 'date'],
    ['not a cursor', 'date'],
    [forged('2026-13-40'), 'date'],
    [forged('yesterday'), 'timestamptz'],
    [forged('1e9'), 'bigint'],
    [forged('a\0b'), 'text'],
    [Buffer.from('["due_date","2026-01-01","1 OR 1=1"]').toString('base64url'), 'date']
  ] as const) {
    expect(() => decodeCursor(text, 'due_date', type)).toThrow('cursor');
  }
});
