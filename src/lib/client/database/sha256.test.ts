import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { sha256 } from './sha256.ts';

const ofNode = (text: string) => createHash('sha256').update(text).digest('hex');
const TEXTS = [...Array.from({ length: 131 }, (_, length) => 'a'.repeat(length)), 'Ω ≤ µ', '𝄞'.repeat(1000)];

afterEach(() => vi.unstubAllGlobals());

test('equals the digest of Node for every length around the block borders, and beyond ASCII', async () => {
  for (const text of TEXTS) expect(await sha256(text)).toBe(ofNode(text));
});

test('is the same without the browser’s own digest, as over plain http', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(crypto.subtle).toBeUndefined();
  for (const text of TEXTS) expect(await sha256(text)).toBe(ofNode(text));
});
