/** Axes: from values to places on the paper, with ticks at round numbers. */

export type Scale = {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  /** Decimals that tell neighbouring ticks apart. */
  readonly decimals: number;
};

/** Two ticks do not tell whether a scale is straight, and one tells nothing. */
const LEAST_TICKS = 3;

/**
 * A scale that holds all finite `values`, with about `wanted` ticks, three at least, at 1, 2 or 5 times a power of ten. `margin` is the share of the
 * range left free at both ends; `round` moves the ends out to ticks. Values that are all equal get a range around them.
 */
export function scaleFor(
  values: readonly number[],
  wanted: number,
  { margin = 0, round = false }: { margin?: number; round?: boolean } = {}
): Scale {
  const finite = values.filter(Number.isFinite);
  let low = finite.length > 0 ? finite.reduce((a, b) => Math.min(a, b)) : 0;
  let high = finite.length > 0 ? finite.reduce((a, b) => Math.max(a, b)) : 1;
  if (low === high) {
    const half = Math.abs(low) > 0 ? Math.abs(low) * 0.1 : 0.5;
    low -= half;
    high += half;
  }
  let step = roundStep((high - low) / Math.max(1, wanted));
  while (ticksWithin(low, high, (high - low) * margin, step) < LEAST_TICKS) step = roundStep(step / 2.5);
  if (round) {
    low = Math.floor(low / step + 1e-9) * step;
    high = Math.ceil(high / step - 1e-9) * step;
  }
  const free = (high - low) * margin;
  const first = Math.ceil((low - free) / step - 1e-9);
  const last = Math.floor((high + free) / step + 1e-9);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: Math.min(50, last - first + 1) }, (_, i) => tick(first + i, step));
  return { low: low - free, high: high + free, ticks, decimals: Math.min(12, decimals) };
}

/** How many ticks of a step lie on a scale. */
const ticksWithin = (low: number, high: number, free: number, step: number): number =>
  Math.floor((high + free) / step + 1e-9) - Math.ceil((low - free) / step - 1e-9) + 1;

/** The place of `value` between `from` (the scale's low end) and `to`. */
export function placeOf(scale: Scale, value: number, from: number, to: number): number {
  return from + ((value - scale.low) / (scale.high - scale.low)) * (to - from);
}

function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / power;
  return (lead <= 1.0001 ? 1 : lead <= 2.0001 ? 2 : lead <= 5.0001 ? 5 : 10) * power;
}

function tick(index: number, step: number): number {
  return index === 0 ? 0 : Number((index * step).toPrecision(12));
}
