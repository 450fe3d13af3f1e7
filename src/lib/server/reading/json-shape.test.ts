import { expect, test } from 'vitest';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { JsonShape } from './json-shape.ts';

/** What is said of a text that arrives in pieces. */
function faultOf(text: string, piece: number, ...limits: ConstructorParameters<typeof JsonShape>): string | boolean {
  const bytes = new TextEncoder().encode(text);
  const shape = new JsonShape(...limits);
  try {
    for (let at = 0; at < bytes.length; at += piece) shape.read(bytes.subarray(at, at + piece));
    return shape.hasCodes;
  } catch (thrown) {
    if (thrown instanceof InvalidInput) return thrown.faults[0].type;
    throw thrown;
  }
}

test.each([1, 2, 7, 65_536])('a text in pieces of %i bytes is seen as a whole', (piece) => {
  const deep = '['.repeat(65) + ']'.repeat(65);
  const names = `{${Array.from({ length: 1000 }, (_, i) => `"field ${i}":0`).join()}}`;
  const repeated = `[${Array.from({ length: 1000 }, () => '{"a":0,"b":{"c":1}}').join()}]`;
  expect(faultOf(deep, piece, 1000)).toBe('too_deep');
  expect(faultOf(deep.slice(1, -1), piece, 1000)).toBe(false);
  expect(faultOf(names, piece, 1000)).toBe('too_many_names');
  expect(faultOf(repeated, piece, 1000)).toBe(false);
  expect(faultOf(repeated, piece, 1000, 1000)).toBe('too_many_values');
});

test('brackets, commas and quotes within texts are texts; codes are noticed, and escaped backslashes are none', () => {
  expect(faultOf(`{"a":"${'[{,:'.repeat(1000)}\\"[[","b":"\\\\u0000"}`, 3, 1000, 10)).toBe(false);
  expect(faultOf('{"a":"\\u0041"}', 3, 1000)).toBe(true);
});
