/*
 * Philox4x32-10: a block of four random words is a function of a counter of four words and a key of two. Blocks do not
 * depend on each other, so any worker can compute any trial, and the numbers are the same however the trials are
 * distributed.
 * Source: J. K. Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, SC11; known answers of Random123.
 */

const ROUNDS = 10;
/** The two multipliers, in halves of 16 bits: their products with halves of words fit into 32. */
const LOW_0 = 0x1f53;
const HIGH_0 = 0xd251;
const LOW_1 = 0x8d57;
const HIGH_1 = 0xcd9e;
const MULTIPLIER_0 = 0xd2511f53 | 0;
const MULTIPLIER_1 = 0xcd9e8d57 | 0;
const WEYL_0 = 0x9e3779b9 | 0;
const WEYL_1 = 0xbb67ae85 | 0;

/**
 * Writes the blocks of the counters (c0, c1, c2 + i, c3), i from 0 to count − 1, under a key (two words) into `out`, four
 * words a block. c2 + i must stay below 2³².
 */
export function philox(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  key: readonly [number, number],
  out: Int32Array,
  count = 1
): void {
  for (let i = 0; i < count; i++) {
    let a = c0 | 0;
    let b = c1 | 0;
    let c = (c2 + i) | 0;
    let d = c3 | 0;
    let key0 = key[0] | 0;
    let key1 = key[1] | 0;
    for (let round = 0; round < ROUNDS; round++) {
      // The upper halves of the 64-bit products, from products of 16 bits by 16.
      const aLow = a & 0xffff;
      const aHigh = a >>> 16;
      const aMiddle = (Math.imul(aHigh, LOW_0) + (Math.imul(aLow, LOW_0) >>> 16)) | 0;
      const aCross = (Math.imul(aLow, HIGH_0) + (aMiddle & 0xffff)) | 0;
      const upper0 = (Math.imul(aHigh, HIGH_0) + (aMiddle >>> 16) + (aCross >>> 16)) | 0;
      const cLow = c & 0xffff;
      const cHigh = c >>> 16;
      const cMiddle = (Math.imul(cHigh, LOW_1) + (Math.imul(cLow, LOW_1) >>> 16)) | 0;
      const cCross = (Math.imul(cLow, HIGH_1) + (cMiddle & 0xffff)) | 0;
      const upper1 = (Math.imul(cHigh, HIGH_1) + (cMiddle >>> 16) + (cCross >>> 16)) | 0;
      const lower0 = Math.imul(MULTIPLIER_0, a);
      a = upper1 ^ b ^ key0;
      b = Math.imul(MULTIPLIER_1, c);
      c = upper0 ^ d ^ key1;
      d = lower0;
      key0 = (key0 + WEYL_0) | 0;
      key1 = (key1 + WEYL_1) | 0;
    }
    out[4 * i] = a;
    out[4 * i + 1] = b;
    out[4 * i + 2] = c;
    out[4 * i + 3] = d;
  }
}

/** The key that a seed (an integer from 0 to 2⁵³ − 1) is: its lower and its upper word. */
export function keyOf(seed: number): readonly [number, number] {
  return [seed | 0, Math.floor(seed / 2 ** 32) | 0];
}
