import { exp, log } from './elementary.ts';
import { stirlingError } from './stirling-error.ts';

const MAX_TERMS = 100_000;
const EPSILON = 2 ** -53;
const TINY = 1e-300;

export type BetaTails = { readonly lower: number; readonly upper: number };

/**
 * Both tails of the regularized incomplete beta function, I_x(a, b) and 1 − I_x(a, b), each accurate where it is small.
 *
 * The complement y = 1 − x is passed beside x, because the caller knows it without cancellation. a, b > 0, 0 ≤ x ≤ 1.
 * Source: NIST DLMF 8.17 (series 8.17.8, symmetry 8.17.4); continued fraction of Didonato and Morris, ACM TOMS 18 (1992)
 * 360–373, formula 9, which has no cancellation for large a.
 */
export function incompleteBeta(a: number, b: number, x: number, y: number): BetaTails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  const belowMean = x * b <= y * a;
  const small = belowMean ? smallTail(a, b, x, y) : smallTail(b, a, y, x);
  return belowMean ? { lower: small, upper: 1 - small } : { lower: 1 - small, upper: small };
}

/** I_x(a, b) for x at or below the mean a/(a + b). */
function smallTail(a: number, b: number, x: number, y: number): number {
  const front = prefactor(a, b, x, y);
  if (front === 0) return 0;
  // Near zero the power series needs few terms; elsewhere the continued fraction is faster.
  return (a + b) * x < 1 ? front * series(a, b, x) : front / fraction(a, b, x, y);
}

/** x^a y^b / B(a, b), from deviations of x from the mean, so that large a and b keep their digits. */
function prefactor(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const exponent = -a * excess((x * b - y * a) / a, (x * n) / a) - b * excess((y * a - x * b) / b, (y * n) / b);
  const correction = stirlingError(n) - stirlingError(a) - stirlingError(b);
  return Math.sqrt((a / n) * b * (1 / (2 * Math.PI))) * exp(exponent + correction);
}

/** d − ln(1 + d), without cancellation near zero, ratio = 1 + d known apart. The parts linear in d cancel in the sum. */
function excess(d: number, ratio: number): number {
  if (d < -0.5 || d > 0.5) return d - log(ratio);
  // ln(1 + d) = 2 artanh(r), r = d/(2 + d), and d − 2r = r d.
  const r = d / (2 + d);
  const square = r * r;
  let power = square;
  let sum = 0;
  for (let k = 3; k < 80; k += 2) {
    const term = power / k;
    sum += term;
    if (term <= EPSILON * sum) break;
    power *= square;
  }
  return r * (d - 2 * sum);
}

function series(a: number, b: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 0; n < MAX_TERMS; n++) {
    term *= ((a + b + n) * x) / (a + 1 + n);
    sum += term;
    if (term <= EPSILON * sum) break;
  }
  return sum;
}

function fraction(a: number, b: number, x: number, y: number): number {
  const skew = a * y - b * x + 1;
  let c = (a * skew) / (a + 1);
  if (c === 0) c = TINY;
  let d = 0;
  let value = c;
  for (let n = 1; n < MAX_TERMS; n++) {
    const even = a + 2 * n;
    const numerator = ((a + n - 1) / (even - 1)) * ((a + b + n - 1) / (even - 1)) * n * (b - n) * x * x;
    const denominator = n + (n * (b - n) * x) / (even - 1) + ((a + n) * (skew + n * (1 + y))) / (even + 1);
    d = denominator + numerator * d;
    d = 1 / (d === 0 ? TINY : d);
    c = denominator + numerator / c;
    if (c === 0) c = TINY;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) <= EPSILON * 4) break;
  }
  return value;
}
