import { exp, log } from '../distributions/elementary.ts';
import { arctan } from '../distributions/trigonometric.ts';
import { wholePower } from '../formula/steps.ts';
import { add, divide, multiply, negate, type DoubleDouble } from './double-double.ts';

/*
 * The functions of a formula in double-double, to about 30 digits. Slow: about a microsecond per operation, too much
 * for a search; used for the last steps of a fit (sharpen.ts).
 */

const ONE: DoubleDouble = [1, 0];
const LN_2: DoubleDouble = [0.6931471805599453, 2.3190468138462996e-17];
const HALF_PI: DoubleDouble = [1.5707963267948966, 6.123233995736766e-17];
/** The series' argument is that of the function after this number of halvings. */
const DOUBLINGS = 8;
const EXPONENTIAL_TERMS = 10;
const CIRCULAR_TERMS = 29;
/** Beyond these the function of doubles is enough: its result is zero, not finite, or an angle without digits. */
const LARGEST_EXPONENT = 690;
const LARGEST_ANGLE = 1e5;

/** e^x; 0 or Infinity beyond the doubles. */
export function longExp(x: DoubleDouble): DoubleDouble {
  if (!(Math.abs(x[0]) <= LARGEST_EXPONENT)) return [exp(x[0]), 0];
  const k = Math.round(x[0] / LN_2[0]);
  const [high, low] = add(ONE, expMinusOneSmall(add(x, negate(multiply(LN_2, [k, 0])))));
  const power = wholePower(2, k);
  return [high * power, low * power];
}

/** e^x − 1 for |x| < ½. Source: Taylor series (NIST DLMF 4.2.19) of x/2⁸, then (1 + p)² − 1 = 2p + p². */
function expMinusOneSmall(x: DoubleDouble): DoubleDouble {
  const r: DoubleDouble = [x[0] * 2 ** -DOUBLINGS, x[1] * 2 ** -DOUBLINGS];
  let sum = ONE;
  for (let n = EXPONENTIAL_TERMS; n > 1; n--) sum = add(ONE, divide(multiply(r, sum), [n, 0]));
  let p = multiply(r, sum);
  for (let n = 0; n < DOUBLINGS; n++) p = add([2 * p[0], 2 * p[1]], multiply(p, p));
  return p;
}

/** ln x for x > 0: one step of Newton's method from the double's, which doubles its digits. */
export function longLog(x: DoubleDouble): DoubleDouble {
  const near = log(x[0]);
  if (!(Math.abs(near) <= LARGEST_EXPONENT)) return [near, 0];
  return add([near, 0], add(multiply(x, longExp([-near, 0])), [-1, 0]));
}

/** sin x and cos x, for |x| ≤ 1e5; NaN beyond. Source: Taylor series (NIST DLMF 4.19.1, 4.19.2) after whole quarters. */
export function longCircular(x: DoubleDouble): { readonly sin: DoubleDouble; readonly cos: DoubleDouble } {
  if (!(Math.abs(x[0]) <= LARGEST_ANGLE)) return { sin: [Number.NaN, 0], cos: [Number.NaN, 0] };
  const turns = Math.round(x[0] / HALF_PI[0]);
  const r = add(x, negate(multiply(HALF_PI, [turns, 0])));
  const minusSquare = negate(multiply(r, r));
  // The series of sine ends at an odd power, that of cosine at the even one before it.
  const series = (highest: number): DoubleDouble => {
    let sum = ONE;
    for (let n = highest; n > 1; n -= 2) sum = add(ONE, divide(multiply(minusSquare, sum), [n * (n - 1), 0]));
    return sum;
  };
  const s = multiply(r, series(CIRCULAR_TERMS));
  const c = series(CIRCULAR_TERMS - 1);
  switch (((turns % 4) + 4) % 4) {
    case 0:
      return { sin: s, cos: c };
    case 1:
      return { sin: c, cos: negate(s) };
    case 2:
      return { sin: negate(s), cos: negate(c) };
    default:
      return { sin: negate(c), cos: s };
  }
}

/**
 * arctan x: the double's angle θ, and the remainder of its tangent, arctan x − θ = arctan((x cos θ − sin θ)/(cos θ + x
 * sin θ)).
 */
export function longArctan(x: DoubleDouble): DoubleDouble {
  const near = arctan(x[0]);
  if (!(Math.abs(x[0]) < 1e100)) return [near, 0];
  const { sin, cos } = longCircular([near, 0]);
  const missing = divide(add(multiply(x, cos), negate(sin)), add(cos, multiply(x, sin)));
  return add([near, 0], missing);
}

/** tanh x = p/(p + 2) with p = e^2x − 1. */
export function longTanh(x: DoubleDouble): DoubleDouble {
  if (!(Math.abs(x[0]) < LARGEST_EXPONENT / 2)) return [Math.sign(x[0]), 0];
  const double: DoubleDouble = [2 * x[0], 2 * x[1]];
  const p = Math.abs(double[0]) < 0.5 ? expMinusOneSmall(double) : add(longExp(double), [-1, 0]);
  return divide(p, add(p, [2, 0]));
}

/** x^n for a whole n, by squaring. */
export function longWholePower(x: DoubleDouble, n: number): DoubleDouble {
  let result = ONE;
  let square = x;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    if (left > 1) square = multiply(square, square);
  }
  return n < 0 ? divide(ONE, result) : result;
}
