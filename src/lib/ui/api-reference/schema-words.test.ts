import { describe, expect, test } from 'vitest';
import { partsOf } from './reference-outline.ts';
import { boundWords, typeWords, withoutNull } from './schema-words.ts';

describe('a schema in words', () => {
  test('names its type, form, words or single value', () => {
    expect(typeWords({ type: 'string', format: 'uuid' })).toBe('string (uuid)');
    expect(typeWords({ type: 'string', enum: ['a', 'b'] })).toBe('"a" | "b"');
    expect(typeWords({ const: true })).toBe('true');
    expect(typeWords({})).toBe('any value');
  });

  test('names the bounds that say something, not those of every number', () => {
    expect(boundWords({ minimum: 1, maximum: 500, default: 50 })).toBe('≥ 1, ≤ 500, default 50');
    expect(boundWords({ minimum: -1e300, maximum: 1e300 })).toBe('');
    expect(boundWords({ minLength: 12, maxLength: 256 })).toBe('at least 12 characters, at most 256 characters');
  });

  test('is taken apart from its null', () => {
    const text = { type: 'string' };
    expect(withoutNull({ anyOf: [text, { type: 'null' }] })).toEqual({ schema: text, nullable: true });
    expect(withoutNull(text)).toEqual({ schema: text, nullable: false });
    const either = [text, { type: 'number' }];
    expect(withoutNull({ anyOf: either })).toEqual({ schema: { anyOf: either }, nullable: false });
  });
});

test('a paragraph is cut at its code and strong words', () => {
  expect(partsOf('Send `Bearer …` or **nothing**.')).toEqual([
    { kind: 'text', text: 'Send ' },
    { kind: 'code', text: 'Bearer …' },
    { kind: 'text', text: ' or ' },
    { kind: 'strong', text: 'nothing' },
    { kind: 'text', text: '.' }
  ]);
});
