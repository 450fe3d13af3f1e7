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

test('it is what JSON writes of the same value with its members in order of their names', () => {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered);
    if (typeof value !== 'object' || value === null) return value;
    const names = Object.keys(value).sort();
    return new Map(names.map((name) => [name, ordered((value as Record<string, unknown>)[name])]));
  };
  // Of an object, numeric names come first whatever their order; a map keeps the order.
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
    if (!(value instanceof Map)) return JSON.stringify(value) ?? 'null';
    return `{${[...value].flatMap(([name, of]) => (of === undefined ? [] : [`${JSON.stringify(name)}:${written(of)}`])).join(',')}}`;
  };
  const numbers = fc.oneof(fc.double(), fc.constantFrom(-0, NaN, Infinity, 5e-324, 1e21, 1e-7, 0.1 + 0.2));
  // cspell:ignore letrec
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      numbers,
      fc.string({ unit: 'binary' }),
      fc.constantFrom(null, true, undefined),
      fc.array(numbers),
      fc.array(tie('value')),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value'))
    )
  }));
  fc.assert(
    fc.property(value, (one) => {
      expect(canonicalJson(one)).toBe(written(ordered(one)));
    }),
    { numRuns: 500 }
  );
});
