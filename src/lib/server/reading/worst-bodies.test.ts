import { afterAll, describe, expect, test } from 'vitest';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { listsOf, operationsWithBody, worstBodies, type WithBody } from '../../../../tests/support/worst-bodies.ts';
import { problem } from '../http/problem.ts';
import { check } from './check.ts';
import { isLarge, isLargeBody } from './large-bodies.ts';
import { parseJson } from './parse-json.ts';
import { startReading } from './start-reading.ts';
import { depth } from '../../../../tests/support/depth.ts';

const reading = startReading();
afterAll(() => reading.stop());

/** Far beyond what is read here; `npm run bench` sends all of what may be sent. */
const LARGE_ENOUGH = depth(128, 1024) * 1024;

/** What an operation makes of a body, and whether this thread had to look at it. */
async function refusalOf({ name, operation, limit }: WithBody, text: string): Promise<unknown> {
  const bytes = new TextEncoder().encode(text);
  expect(bytes.byteLength).toBeLessThanOrEqual(limit);
  try {
    if (isLargeBody(name)) return await reading.read(name, bytes);
    if (operation.body) return check('body', operation.body, parseJson(bytes, false));
  } catch (thrown) {
    return thrown;
  }
  return null;
}

describe.each(operationsWithBody.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('says of every list how long it may be', () => {
    expect(listsOf(operation).filter(({ most }) => most === undefined)).toEqual([]);
  });

  test('takes so much at once on the thread of requests only as is read in no time', () => {
    const isSmall = !isLarge(new Uint8Array(operation.limit));
    expect(isSmall || isLargeBody(operation.name)).toBe(true);
  });

  test('refuses the worst possible body with at most 50 faults, in less than 64 KiB', async () => {
    const sized = { ...operation, limit: Math.min(operation.limit, LARGE_ENOUGH) };
    for (const { what, text } of worstBodies(sized)) {
      const refused = await refusalOf(operation, text);
      expect(refused, what).toBeInstanceOf(InvalidInput);
      expect((refused as InvalidInput).faults.length, what).toBeLessThanOrEqual(50);
      const answer = await problem(refused, 'id').text();
      expect(Buffer.byteLength(answer), what).toBeLessThan(64 * 1024);
    }
  }, 240_000);
});

test('the elements of a list that is too long are not looked at', () => {
  for (const { operation } of operationsWithBody) {
    const { body } = operation;
    for (const { way, most } of body === undefined ? [] : listsOf({ name: 'analyze', operation, limit: 0 })) {
      let looked = 0;
      const list = new Proxy([], {
        get: (_target, key) => {
          if (key === 'length') return (most ?? 0) + 1;
          if (typeof key === 'string' && /^\d+$/.test(key)) looked++;
          return undefined;
        }
      });
      const value = way.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), list);
      body?.safeParse(value);
      expect([way.join('.'), looked]).toEqual([way.join('.'), 0]);
    }
  }
});
