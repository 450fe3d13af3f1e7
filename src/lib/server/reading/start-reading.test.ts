import { afterAll, expect, test } from 'vitest';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { isLarge, readWhole } from './large-bodies.ts';
import { startReading } from './start-reading.ts';

const reading = startReading();
afterAll(() => reading.stop());
const asset = (channels: number, change: object = {}) => ({
  asset_id: 'A-1',
  organization_id: '0198f000-0000-7000-8000-00000000000A',
  name: ' Balance ',
  channels: Array.from({ length: channels }, (_, i) => ({ name: `Channel ${i}`, quantity: 'ü'.repeat(90), ...change })),
  description: 'x'.repeat(5000)
});
const textOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const tolerance = Array.from({ length: 10 }, () => ({ kind: 'absolute', lower: -1.25, upper: 1.25 }));

test('a large body is read by the thread as a small one is here: texts trimmed, ids in lower case', async () => {
  const text = textOf(asset(200, { tolerance }));
  expect(isLarge(text)).toBe(true);
  const read = await reading.read('createAsset', text);
  expect(read).toEqual(readWhole('createAsset', text));
  expect([read.name, read.organization_id.at(-1), read.channels?.length]).toEqual(['Balance', 'a', 200]);
});

test('bodies read at once do not get into each other’s way, and faults stay with theirs', async () => {
  const right = textOf(asset(200, { tolerance }));
  const wrong = textOf(asset(200, { tolerance, unit: 7 }));
  const read = await Promise.allSettled([right, wrong, right].map((text) => reading.read('createAsset', text)));
  expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(read[1]).toMatchObject({ reason: { faults: { length: 50 } } });
  expect((read[1] as PromiseRejectedResult).reason).toBeInstanceOf(InvalidInput);
});

test('a server that stops fails what is waiting, and the next body gets a new thread', async () => {
  const own = startReading();
  const text = textOf(asset(200, { tolerance }));
  const waiting = own.read('createAsset', text);
  own.stop();
  await expect(waiting).rejects.toThrow('The server stops.');
  expect((await own.read('createAsset', text)).asset_id).toBe('A-1');
  own.stop();
});

test('a hundred thousand points in three lists, written as short as can be, are not too many values', () => {
  const points = Array.from({ length: 100_000 }, () => ({ reference: 1, measured: 1, group: 1 }));
  const request = {
    points,
    as_found_points: points,
    verification_points: points,
    fit: { model: 'none' },
    uncertainty: {}
  };
  expect(readWhole('analyze', textOf(request)).verification_points).toHaveLength(100_000);
});
