import { expect, test } from 'vitest';
import { philox } from './philox.ts';
import { TrialStream } from './stream.ts';

/** The known answers that Random123 publishes for philox4x32 with 10 rounds: counter, key, block. */
const KNOWN = [
  ['00000000 00000000 00000000 00000000', '00000000 00000000', '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
  ['ffffffff ffffffff ffffffff ffffffff', 'ffffffff ffffffff', '408f276d 41c83b0e a20bc7c6 6d5451fd'],
  ['243f6a88 85a308d3 13198a2e 03707344', 'a4093822 299f31d0', 'd16cfe09 94fdcceb 5001e420 24126ea1']
] as const;

const words = (text: string): number[] => text.split(' ').map((word) => Number.parseInt(word, 16));

test.each(KNOWN)('counter %s under key %s gives the known block', (counter, key, block) => {
  const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = words(counter);
  const [k0 = 0, k1 = 0] = words(key);
  const out = new Uint32Array(4);
  philox(c0, c1, c2, c3, k0, k1, out);
  expect(Array.from(out)).toEqual(words(block));
});

test('the numbers of a trial do not depend on what was drawn before', () => {
  const [a, b] = [new TrialStream(7), new TrialStream(7)];
  a.begin(41);
  for (let i = 0; i < 9; i++) a.normal();
  for (const stream of [a, b]) stream.begin(42);
  for (let i = 0; i < 5; i++) expect(a.gamma(0.7)).toBe(b.gamma(0.7));
  const other = new TrialStream(2 ** 32 + 7);
  other.begin(42);
  expect(other.uniform()).not.toBe(new TrialStream(7).uniform());
});
