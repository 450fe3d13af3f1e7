/*
 * Sine, cosine and arc tangent from the four operations alone, for the reason of elementary.ts: the ones of `Math` differ
 * in their last bits between engines.
 */

/** π/2 in three parts whose products with small integers are exact (W. Cody, W. Waite 1980). */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487959506e-21;
const HALF_PI = 1.5707963267948966;
/** Beyond this the argument reduction loses too many digits. */
const LARGEST_ARGUMENT = 1e5;
const TAN_OF_EIGHTH = 0.4142135623730951;

/** sin x, within two units of the last place, for |x| ≤ 1e5; NaN beyond, where no digit could be trusted. */
export function sin(x: number): number {
  return reduced(x, 0);
}

/** cos x, with the same bounds. */
export function cos(x: number): number {
  return reduced(x, 1);
}

/** arctan x for every x, within two units of the last place. Source: series of artanh's form (NIST DLMF 4.24.3). */
export function arctan(x: number): number {
  if (x < 0) return -arctan(-x);
  if (x > 1) return HALF_PI - (arctan(1 / x) - 6.123233995736766e-17);
  if (x > TAN_OF_EIGHTH) return 0.5 * HALF_PI + (arctanSmall((x - 1) / (x + 1)) + 3.061616997868383e-17);
  return arctanSmall(x);
}

/** The series after two halvings of the angle, so that its terms fall by a factor of 90. */
function arctanSmall(x: number): number {
  if (x === 0) return x;
  // arctan x = 2 arctan(x / (1 + √(1 + x²)))
  const half = x / (1 + Math.sqrt(1 + x * x));
  const t = half / (1 + Math.sqrt(1 + half * half));
  const z = t * t;
  let sum = 0;
  for (let k = 21; k > 1; k -= 2) sum = z * (1 / k - sum);
  return 4 * (t - t * sum);
}

function reduced(x: number, quarter: number): number {
  if (!(Math.abs(x) <= LARGEST_ARGUMENT)) return Number.NaN;
  const turns = Math.round(x / HALF_PI);
  const first = x - turns * HALF_PI_1;
  const second = turns * HALF_PI_2;
  const high = first - second;
  const low = first - high - second - turns * HALF_PI_3;
  const which = (((turns + quarter) % 4) + 4) % 4;
  const value = which % 2 === 0 ? sinSmall(high, low) : cosSmall(high, low);
  return which < 2 ? value : -value;
}

/** sin(a + b) for |a| ≤ π/4 and tiny b. Source: Taylor series (NIST DLMF 4.19.1), written out for speed. */
function sinSmall(a: number, b: number): number {
  const z = a * a;
  const sum =
    z *
    (1 / 6 -
      z *
        (1 / 120 -
          z *
            (1 / 5040 -
              z *
                (1 / 362880 -
                  z * (1 / 39916800 - z * (1 / 6227020800 - z * (1 / 1307674368000 - z / 355687428096000)))))));
  return a + (b * (1 - 0.5 * z) - a * sum);
}

function cosSmall(a: number, b: number): number {
  const z = a * a;
  const sum =
    z *
    z *
    (1 / 24 -
      z *
        (1 / 720 -
          z *
            (1 / 40320 -
              z *
                (1 / 3628800 -
                  z * (1 / 479001600 - z * (1 / 87178291200 - z * (1 / 20922789888000 - z / 6402373705728000)))))));
  const half = 0.5 * z;
  const whole = 1 - half;
  return whole + (1 - whole - half + (sum - a * b));
}
