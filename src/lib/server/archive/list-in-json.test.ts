import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListInJson, NotReadable } from './list-in-json.ts';

function readIn(text: string, piece: number): { elements: unknown[]; rest: unknown } {
  const elements: unknown[] = [];
  const reader = new ListInJson('files', (bytes) => elements.push(JSON.parse(bytes.toString())));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) reader.read(bytes.subarray(at, at + piece));
  return { elements, rest: JSON.parse(reader.end().toString()) };
}

test('whatever an object holds, in whatever pieces it comes, the elements and the rest are those that JSON has', () => {
  const other = fc.string().filter((name) => name !== 'files' && name !== '__proto__');
  const object = fc.tuple(
    fc.dictionary(other, fc.jsonValue()),
    fc.array(fc.jsonValue()),
    fc.dictionary(other, fc.jsonValue())
  );
  fc.assert(
    fc.property(
      object,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 2),
      ([before, files, after], piece, spaces) => {
        const value = { ...before, files, ...after };
        const { elements, rest } = readIn(JSON.stringify(value, null, spaces), piece);
        expect(elements).toEqual(JSON.parse(JSON.stringify(files)));
        expect(rest).toEqual(JSON.parse(JSON.stringify({ ...value, files: [] })));
      }
    ),
    { seed: 42, numRuns: 500 }
  );
});

test.each([
  ['an element too many', '{"files":[1,]}'],
  ['an element that is missing', '{"files":[,1]}'],
  ['two elements without a comma', '{"files":[{} {}]}'],
  ['one that is cut off', '{"files":[1'],
  ['one that ends within a text', '{"files":["a'],
  ['brackets too many', '{"files":[1]]}'],
  ['depth', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
  ['an element of a hundred thousand bytes', `{"files":["${'x'.repeat(100_000)}"]}`],
  ['a hundred thousand bytes beside the list', `{"a":"${'x'.repeat(100_000)}","files":[]}`]
])('%s is refused', (_what, text) => {
  for (const piece of [1, 7, 65_536]) expect(() => readIn(text, piece)).toThrow();
});

test('a list that is nested elsewhere is part of the rest', () => {
  expect(readIn('{"a":{"files":[1,2]},"files":[3]}', 3)).toEqual({
    elements: [3],
    rest: { a: { files: [1, 2] }, files: [] }
  });
  expect(new NotReadable()).toBeInstanceOf(Error);
});
