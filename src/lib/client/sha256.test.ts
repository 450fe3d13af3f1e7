import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256, sha256OfBytes } from './sha256.ts';

const ofNode = (text: string) => createHash('sha256').update(text).digest('hex');

test('equals the digest of Node for every length around the block borders, and beyond ASCII', async () => {
  const texts = [...Array.from({ length: 131 }, (_, length) => 'a'.repeat(length)), 'Ω ≤ µ', '𝄞'.repeat(1000)];
  for (const text of texts) {
    expect(sha256OfBytes(new TextEncoder().encode(text))).toBe(ofNode(text));
    expect(await sha256(text)).toBe(ofNode(text));
  }
});
