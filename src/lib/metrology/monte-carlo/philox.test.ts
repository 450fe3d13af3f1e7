import { expect, test } from 'vitest';
import { philox } from './philox.ts';

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
  const out = new Int32Array(4);
  philox(c0, c1, c2, c3, [k0, k1], out);
  expect(Array.from(out, (word) => word >>> 0)).toEqual(words(block));
});

test('several blocks at once are those of rising counters', () => {
  const many = new Int32Array(12);
  philox(1, 2, 3, 4, [5, 6], many, 3);
  for (const i of [0, 1, 2]) {
    const one = new Int32Array(4);
    philox(1, 2, 3 + i, 4, [5, 6], one);
    expect(many.slice(4 * i, 4 * i + 4)).toEqual(one);
  }
});
