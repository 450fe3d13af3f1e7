import { expect, test } from 'vitest';
import { pageQuery } from '#lib/contracts/primitives.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';

const id = '0198f000-0000-7000-8000-000000000001';

test('a cursor is read back unchanged', () => {
  expect(decodeCursor(encodeCursor('name', { key: 'Größe', id }), 'name', 'text')).toEqual({ key: 'Größe', id });
});

test('keys are accepted in Postgres’s format', () => {
  for (const [key, type] of [
    ['2024-02-29', 'date'],
    ['infinity', 'date'],
    ['2026-01-01 23:59:59+00', 'timestamptz'],
    ['2026-01-01 00:00:00.123456+00', 'timestamptz'],
    ['12', 'bigint']
  ] as const) {
    expect(decodeCursor(encodeCursor('at', { key, id }), 'at', type)).toEqual({ key, id });
  }
});

test('a cursor of another sort order, a damaged one and one with a key of another type are refused', () => {
  const forged = (key: string) => encodeCursor('due_date', { key, id });
  for (const [text, type] of [
    [encodeCursor('name', { key: 'a', id }), 'date'],
    ['not a cursor', 'date'],
    [forged('2026-13-40'), 'date'],
    [forged('2026-02-30'), 'date'],
    [forged('0000-01-01'), 'date'],
    [forged('yesterday'), 'timestamptz'],
    [forged('2026-01-01 99:99:99+00'), 'timestamptz'],
    [forged('2026-02-30 10:00:00+00'), 'timestamptz'],
    [forged('0000-01-01 10:00:00+00'), 'timestamptz'],
    [forged('1e9'), 'bigint'],
    [forged('a\0b'), 'text'],
    [Buffer.from('["due_date","2026-01-01","1 OR 1=1"]').toString('base64url'), 'date']
  ] as const) {
    expect(() => decodeCursor(text, 'due_date', type)).toThrow('cursor');
  }
});

test('the cursor after the longest name in any script is accepted', () => {
  for (const sign of ['a', '校', '𝕏', '"', '\u0001']) {
    const cursor = encodeCursor('full_name', { key: sign.repeat(200 / sign.length), id });
    expect(pageQuery.parse({ cursor })).toMatchObject({ cursor });
  }
});
