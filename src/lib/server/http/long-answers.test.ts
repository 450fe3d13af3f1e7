import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkInTurns, jsonInTurns } from './long-answers.ts';

const point = z.strictObject({ reference: z.number(), note: z.string().trim().optional() });
const schema = z.strictObject({
  name: z.string(),
  picture_url: z.string().nullable(),
  points: z.array(point),
  result: z.strictObject({ points: z.array(point).min(1), count: z.number() }).nullable()
});
const points = (count: number) => Array.from({ length: count }, (_, i) => ({ reference: i, note: ` ${i} ` }));
const answer = (count: number, other: number) => ({
  name: 'long',
  picture_url: '/api/v1/files/1',
  points: points(count),
  result: { points: points(other), count }
});
const textOf = async (value: unknown, finish = (json: string) => json) => {
  const json = await jsonInTurns(value, finish);
  return typeof json === 'string' ? json : new TextDecoder().decode(json);
};

test.each([
  [3, 2],
  [500, 501],
  [501, 1],
  [2500, 1700]
])('%i and %i points come out as from the schema and JSON.stringify at once', async (count, other) => {
  const value = answer(count, other);
  const before = structuredClone(value);
  const checked = await checkInTurns(schema, value);
  expect(checked).toEqual(schema.parse(value));
  expect(value).toEqual(before);
  expect(await textOf(checked)).toBe(JSON.stringify(schema.parse(value)));
  const finish = (json: string) => json.replaceAll(/("picture_url":")\/api/g, '$1/signed');
  expect(await textOf(checked, finish)).toBe(finish(JSON.stringify(checked)));
});

test('what the schema does not know is found in every part of every list', async () => {
  for (const at of [0, 499, 500, 999, 1699]) {
    for (const list of ['points', 'result'] as const) {
      const value = answer(1700, 1700);
      Object.assign((list === 'points' ? value.points : value.result.points)[at] ?? {}, { secret: 1 });
      await expect(checkInTurns(schema, value)).rejects.toThrow('secret');
    }
  }
});

test('others have their turn between the parts', async () => {
  let turns = 0;
  const beat = setInterval(() => turns++, 0);
  const begun = performance.now();
  while (turns < 3) await textOf(await checkInTurns(schema, answer(20_000, 20_000)));
  clearInterval(beat);
  // At once, there would be one turn in all of it.
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
