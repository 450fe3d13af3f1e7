/*
 * Exponential and logarithm from the four operations alone. The ones of `Math` differ in their last bits between engines
 * (Node 20 and Chromium 156 do), and a device and the server must compute the same numbers.
 */

/** ln 2 in two parts: the first has so few bits that its products with exponents are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = 1.4426950408889634;
const SQRT_HALF = 0.7071067811865476;

const bits = new DataView(new ArrayBuffer(8));

/** e^x, within one unit of the last place. Source: x coth(x/2) by its Taylor series (NIST DLMF 4.19.6). */
export function exp(x: number): number {
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019412) return 0;
  if (Number.isNaN(x)) return x;
  const k = Math.round(x * INVERSE_LN2);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const series =
    1 / 6 -
    t *
      (1 / 360 - t * (1 / 15120 - t * (1 / 604800 - t * (1 / 23950080 - t * (691 / 653837184000 - t / 37362124800)))));
  const c = r - t * series;
  return timesPowerOfTwo(1 - (low - (r * c) / (2 - c) - high), k);
}

/** ln x for x > 0, within one unit of the last place; −Infinity at 0. Source: 2 artanh(f/(2 + f)) (NIST DLMF 4.6.4). */
export function log(x: number): number {
  if (x === 0) return -Infinity;
  if (!(x > 0) || x === Infinity) return x > 0 ? Infinity : Number.NaN;
  return logOfProduct(x, 0);
}

/** ln(1 + x) for x > −1, accurate for small x too; −Infinity at −1. */
export function log1p(x: number): number {
  if (x === -1) return -Infinity;
  if (!(x > -1) || x === Infinity) return x > -1 ? Infinity : Number.NaN;
  if (x > -0.29 && x < 0.41) return logOfNearOne(x, 0, 0);
  const sum = 1 + x;
  return logOfProduct(sum, (x - (sum - 1)) / sum);
}

/** ln x + rest. */
function logOfProduct(x: number, rest: number): number {
  const subnormal = x < 2 ** -1022;
  bits.setFloat64(0, subnormal ? x * 2 ** 54 : x);
  const word = bits.getUint32(0);
  let k = (word >>> 20) - 1022 - (subnormal ? 54 : 0);
  bits.setUint32(0, (word & 0xfffff) | 0x3fe00000);
  let mantissa = bits.getFloat64(0);
  if (mantissa < SQRT_HALF) {
    mantissa *= 2;
    k -= 1;
  }
  return logOfNearOne(mantissa - 1, k, rest);
}

/** k ln 2 + ln(1 + f) + rest, 1 + f between √½ and √2. */
function logOfNearOne(f: number, k: number, rest: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const far = 2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21 + z * (2 / 23 + z * (2 / 25)))));
  const near = z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * far))))));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + near) + (k * LN2_LOW + rest)) - f);
}

/** value · 2^k, also where the result is subnormal. */
function timesPowerOfTwo(value: number, k: number): number {
  if (k > 1023) return value * 2 * powerOfTwo(k - 1);
  return k < -1022 ? value * powerOfTwo(k + 64) * 2 ** -64 : value * powerOfTwo(k);
}

function powerOfTwo(k: number): number {
  bits.setUint32(0, (k + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
