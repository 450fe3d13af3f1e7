/**
 * Monotone cubic interpolation: between two neighbours of the data the curve never leaves their range.
 *
 * `knots` rise; `values` belong to them; at least two. Outside, the curve continues as a straight line with its end
 * slope.
 * Source: F. N. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300–304; end slopes of C. Moler's pchip.
 */
export function monotoneCubic(knots: readonly number[], values: readonly number[], at: number) {
  const last = knots.length - 1;
  const first = knots[0] as number;
  const end = knots[last] as number;
  if (at <= first || at >= end) {
    const k = at <= first ? 0 : last;
    const slope = slopeAt(knots, values, k);
    return { value: (values[k] as number) + slope * (at - (knots[k] as number)), slope };
  }
  const k = intervalOf(knots, at);
  const h = (knots[k + 1] as number) - (knots[k] as number);
  const t = (at - (knots[k] as number)) / h;
  const rise = (values[k + 1] as number) - (values[k] as number);
  const a = h * slopeAt(knots, values, k);
  const b = h * slopeAt(knots, values, k + 1);
  const cubic = a + b - 2 * rise;
  const quadratic = 3 * rise - 2 * a - b;
  return {
    value: (values[k] as number) + t * (a + t * (quadratic + t * cubic)),
    slope: (a + t * (2 * quadratic + 3 * t * cubic)) / h
  };
}

/** The index k with knots[k] ≤ at < knots[k + 1]; `at` lies inside. */
export function intervalOf(knots: readonly number[], at: number): number {
  let low = 0;
  let high = knots.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((knots[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
}

function slopeAt(knots: readonly number[], values: readonly number[], k: number): number {
  const width = (i: number): number => (knots[i + 1] as number) - (knots[i] as number);
  const secant = (i: number): number => ((values[i + 1] as number) - (values[i] as number)) / width(i);
  const last = knots.length - 1;
  if (last === 1) return secant(0);
  if (k === 0) return endSlope(width(0), width(1), secant(0), secant(1));
  if (k === last) return endSlope(width(last - 1), width(last - 2), secant(last - 1), secant(last - 2));
  const [before, after] = [secant(k - 1), secant(k)];
  if (!(before * after > 0)) return 0;
  const w1 = 2 * width(k) + width(k - 1);
  const w2 = width(k) + 2 * width(k - 1);
  return (w1 + w2) / (w1 / before + w2 / after);
}

function endSlope(h: number, next: number, secant: number, nextSecant: number): number {
  const slope = ((2 * h + next) * secant - h * nextSecant) / (h + next);
  if (Math.sign(slope) !== Math.sign(secant)) return 0;
  const turns = Math.sign(secant) !== Math.sign(nextSecant);
  return turns && Math.abs(slope) > 3 * Math.abs(secant) ? 3 * secant : slope;
}
