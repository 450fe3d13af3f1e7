/** u = (y − center) / scale lies in [−1, 1]; the scale is a power of two, so that the division is exact. */
export type Scaling = { readonly center: number; readonly scale: number };

/** Centre and scale of the arguments; without `centred` the centre is zero (models without a constant term). */
export function scalingOf(values: Float64Array, centred: boolean): Scaling {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const center = centred ? 0.5 * low + 0.5 * high : 0;
  const reach = Math.max(high - center, center - low);
  return { center, scale: reach > 0 ? powerOfTwoFrom(reach) : 1 };
}

/** The smallest power of two not below a positive number. Exact: only doublings and halvings. */
function powerOfTwoFrom(value: number): number {
  let power = 1;
  while (power < value) power *= 2;
  while (power * 0.5 >= value) power *= 0.5;
  return power;
}
