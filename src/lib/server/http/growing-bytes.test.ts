import { expect, test } from 'vitest';
import { GrowingBytes } from './growing-bytes.ts';

test('pieces are copied, one after the other', () => {
  const kept = new GrowingBytes();
  expect(kept.bytes()).toHaveLength(0);
  const piece = Buffer.from('ab');
  for (const text of ['ab', '', 'cd', 'e']) {
    kept.add(piece.subarray(0, piece.write(text)));
    piece.fill(0);
  }
  expect(Buffer.from(kept.bytes()).toString()).toBe('abcde');
  expect(kept.size).toBe(5);
});

test('pieces of one byte take no more than twice their size', () => {
  const kept = new GrowingBytes();
  for (let at = 0; at < 100_000; at++) kept.add(Uint8Array.of(at % 251));
  const bytes = kept.bytes();
  expect(bytes.buffer.byteLength).toBeLessThanOrEqual(200_000);
  expect(bytes.every((byte, at) => byte === at % 251)).toBe(true);
});

test('one piece takes no more than its size', () => {
  const kept = new GrowingBytes();
  kept.add(new Uint8Array(100_000));
  expect(kept.bytes().buffer.byteLength).toBe(100_000);
});
