import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, canonicalJsonParts, jsonParts } from './canonical-json.ts';

const long = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ b: i, a: [i, undefined, null], c: undefined }));

test('in parts it is the same text, however long the lists are and wherever they stand', () => {
  const values = [0, 1, 199, 200, 201, 1000].flatMap((count) => [
    long(count),
    { z: long(count), a: { deep: { deeper: { list: long(count) }, empty: {} } }, none: undefined },
    { only: undefined },
    [[long(count)]]
  ]);
  for (const value of values) {
    expect([...canonicalJsonParts(value)].join('')).toBe(canonicalJson(value));
    expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value));
  }
});

test('in parts it is the same text, whatever is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...canonicalJsonParts(value)].join('')).toBe(canonicalJson(value));
      expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value));
    })
  );
});

test('no part of it is as long as the whole', () => {
  const parts = [...jsonParts({ list: long(10_000) })];
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(10_000);
});
