import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CompactIndex } from './compact-index.ts';

test('an index has what was added, ids and other texts alike, each with its first number', () => {
  const index = new CompactIndex();
  const nobody = '00000000-0000-0000-0000-000000000000';
  const texts = ['0190a000-0000-7000-8000-00000000000a', nobody, 'number A-1', 'number A-2', ''];
  texts.forEach((text, i) => {
    expect([index.has(text), index.add(text, i), index.add(text, 99), index.get(text)]).toEqual([
      false,
      true,
      false,
      i
    ]);
  });
  expect(index.size).toBe(texts.length);
});

test('it grows, and finds everything among tens of thousands', () => {
  const index = new CompactIndex();
  const texts = Array.from({ length: 50_000 }, (_, i) => (i % 2 === 0 ? randomUUID() : `assets/${i}/asset.json`));
  texts.forEach((text, i) => index.add(text, i));
  expect(texts.every((text, i) => index.get(text) === i)).toBe(true);
  expect(texts.some((text) => index.has(`${text}x`))).toBe(false);
});
