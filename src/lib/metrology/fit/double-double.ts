/**
 * Numbers of about 32 digits, kept as an unevaluated sum of two doubles [high, low].
 * Source: T. J. Dekker, Numerische Mathematik 18 (1971) 224–242; D. E. Knuth, The Art of Computer Programming 2, 4.2.2.
 */
export type DoubleDouble = readonly [high: number, low: number];

/** 2^27 + 1: cuts a double into two halves whose products are exact. */
export const SPLITTER = 134217729;

/** a + b, exactly. */
export function twoSum(a: number, b: number): DoubleDouble {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

/** a · b, exactly, as long as neither factor exceeds 2^996 nor the product's low part underflows. */
export function twoProduct(a: number, b: number): DoubleDouble {
  const product = a * b;
  const cutA = SPLITTER * a;
  const highA = cutA - (cutA - a);
  const lowA = a - highA;
  const cutB = SPLITTER * b;
  const highB = cutB - (cutB - b);
  const lowB = b - highB;
  return [product, lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB)];
}

/** The sum of two such numbers; relative error below 2^-104 unless they cancel. */
export function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const high = twoSum(a[0], b[0]);
  const low = twoSum(a[1], b[1]);
  const first = quickSum(high[0], high[1] + low[0]);
  return quickSum(first[0], first[1] + low[1]);
}

/** The product of two such numbers; relative error below 2^-102. */
export function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const product = twoProduct(a[0], b[0]);
  return quickSum(product[0], product[1] + (a[0] * b[1] + a[1] * b[0]));
}

/** −a, exactly: both parts change their sign. */
export function negate(a: DoubleDouble): DoubleDouble {
  return [-a[0], -a[1]];
}

/** The quotient of two such numbers; relative error below 2^-98. */
export function divide(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a[0] / b[0];
  const rest = add(a, negate(multiply(b, [first, 0])));
  const second = rest[0] / b[0];
  const left = add(rest, negate(multiply(b, [second, 0])));
  return add(quickSum(first, second), [left[0] / b[0], 0]);
}

/** The root of such a number ≥ 0; relative error below 2^-98. */
export function squareRoot(a: DoubleDouble): DoubleDouble {
  const near = Math.sqrt(a[0]);
  if (!(near > 0)) return [near, 0];
  const rest = add(a, negate(twoProduct(near, near)));
  return quickSum(near, rest[0] / (2 * near));
}

function quickSum(a: number, b: number): DoubleDouble {
  const sum = a + b;
  return [sum, b - (sum - a)];
}
