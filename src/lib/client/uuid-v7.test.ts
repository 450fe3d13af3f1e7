import { expect, test } from 'vitest';
import { id } from '#lib/contracts/primitives.ts';
import { uuidV7 } from './uuid-v7.ts';

test('an id carries its version, its variant and the time of its making', () => {
  const made = uuidV7(0x0198_1234_5678);
  expect(id.parse(made)).toBe(made);
  expect(made.slice(0, 15)).toBe('01981234-5678-7');
  expect('89ab').toContain(made[19]);
});

test('ids differ and sort by time', () => {
  const ids = Array.from({ length: 200 }, (_, index) => uuidV7(1_700_000_000_000 + index));
  expect(new Set(ids).size).toBe(200);
  expect([...ids].sort()).toEqual(ids);
});
