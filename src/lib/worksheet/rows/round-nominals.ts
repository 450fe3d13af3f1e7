/** Round nominal values, spread over a range or inferred from readings. */

/** `count` nominal values from `low` to `high`, the inner ones round, as texts. */
export function spreadNominals(low: number, high: number, count: number): readonly string[] {
  if (count < 2) return [textOf(low)];
  const step = (high - low) / (count - 1);
  const exact = Array.from({ length: count }, (_, i) => low + i * step);
  const unit = coarsest(Math.abs(step) / 5);
  // 12.5, 25, 37.5: halves count as round if all values have them.
  const fine = unit === 0 || exact.every((value) => isMultiple(value, unit / 2));
  return exact.map((value, i) => textOf(fine || i === 0 || i === count - 1 ? value : toUnit(value, unit)));
}

/** The round values behind the references, judged by their spacing: 10 for 10.034 among tens. */
export function nominalsOf(references: readonly number[]): readonly string[] {
  const spread = Math.max(...references) - Math.min(...references);
  if (spread === 0) return references.map(String);
  let unit = coarsest(spread / Math.max(1, references.length - 1) / 2);
  // A value a tenth of the unit away means that the plan was finer.
  for (let tries = 0; tries < FINER && !references.every((value) => near(value, unit)); tries += 1) {
    unit = coarsest(unit / 2);
  }
  return references.map((value) => textOf(toUnit(value, unit)));
}

const FINER = 4;
const near = (value: number, unit: number) => Math.abs(value - toUnit(value, unit)) <= unit / 10;

/** The greatest of …, 0.5, 1, 5, 10, … that is not above `size`. */
function coarsest(size: number): number {
  if (!(size > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(size) + 1e-9);
  return size >= 5 * power * (1 - 1e-9) ? 5 * power : power;
}

const toUnit = (value: number, unit: number): number => Math.round(value / unit) * unit;
const isMultiple = (value: number, unit: number): boolean =>
  Math.abs(value / unit - Math.round(value / unit)) < 1e-9 * Math.max(1, Math.abs(value / unit));
const textOf = (value: number): string => String(Number(value.toPrecision(6)));
