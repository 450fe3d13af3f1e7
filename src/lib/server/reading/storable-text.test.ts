import { expect, test } from 'vitest';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { readJson } from '#lib/server/http/read-json.ts';
import { assertStorable } from './storable-text.ts';

const sent = (body: string) =>
  readJson(
    new Request('http://localhost', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    1000
  );

test('a NUL or half a character, however deep, is a fault at its place and never reaches the database', async () => {
  for (const escape of ['\\u0000', '\\ud800', '\\uDC00 x']) {
    const refused = await sent(`{"channels":[{"name":"a${escape}"}]}`).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(InvalidInput);
    expect((refused as InvalidInput).faults[0].loc).toEqual(['body', 'channels', '0', 'name']);
  }
  expect(() => assertStorable('query', { q: 'a\0' })).toThrow(InvalidInput);
});

test('whole characters beyond the basic plane and written-out backslashes pass', async () => {
  expect(await sent('{"name":"\\ud83d\\ude00 \\\\u0000"}')).toEqual({ name: '😀 \\u0000' });
});

test('values nested deeper than any stack are looked through to their end', () => {
  const depth = 200_000;
  const nested: unknown = JSON.parse('['.repeat(depth) + '"\\u0000"' + ']'.repeat(depth));
  const thrown = (() => {
    try {
      return assertStorable('body', nested);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(InvalidInput);
  expect((thrown as InvalidInput).faults[0].loc).toHaveLength(depth + 1);
});
