/*
 * Philox4x32-10: a block of four random words is a function of a counter of four words and a key of two. Nothing is carried
 * from block to block, so any worker can compute any trial, and the numbers are the same however the trials are shared out.
 * Source: J. K. Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, SC11; known answers of Random123.
 */

const ROUNDS = 10;
const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;

/** Writes the block of a counter (four unsigned words) under a key (two) into `out`. */
export function philox(c0: number, c1: number, c2: number, c3: number, k0: number, k1: number, out: Uint32Array): void {
  let [a, b, c, d] = [c0 | 0, c1 | 0, c2 | 0, c3 | 0];
  let key0 = k0 | 0;
  let key1 = k1 | 0;
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = highWord(MULTIPLIER_0, a);
    const low0 = Math.imul(MULTIPLIER_0, a);
    const high1 = highWord(MULTIPLIER_1, c);
    const low1 = Math.imul(MULTIPLIER_1, c);
    a = high1 ^ b ^ key0;
    b = low1;
    c = high0 ^ d ^ key1;
    d = low0;
    key0 = (key0 + WEYL_0) | 0;
    key1 = (key1 + WEYL_1) | 0;
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}

/** Upper 32 bits of the product of two unsigned words. */
function highWord(x: number, y: number): number {
  const xLow = x & 0xffff;
  const xHigh = x >>> 16;
  const yLow = y & 0xffff;
  const yHigh = y >>> 16;
  const low = xLow * yLow;
  const middle = xHigh * yLow + (low >>> 16);
  const cross = xLow * yHigh + (middle & 0xffff);
  return (xHigh * yHigh + Math.floor(middle / 65536) + cross / 65536) | 0;
}
