import type { ChartAxis, Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';
import type { NumberPrinter } from '../print/numbers.ts';

/** Round values from `low` to `high`, about `wanted` of them, at steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(
  low: number,
  high: number,
  wanted: number
): { readonly values: readonly number[]; readonly step: number } {
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999) ?? 10);
  const values: number[] = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index += 1)
    values.push(index * step);
  return { values, step };
}

/** An axis over that range; numbers that need many digits are divided by a power of ten, which is in its title. */
export function axis(
  range: { readonly low: number; readonly high: number },
  wanted: number,
  title: readonly Inline[],
  numbers: NumberPrinter,
  sign: 'negative' | 'always'
): ChartAxis {
  const { values, step } = roundTicks(range.low, range.high, wanted);
  const largest = Math.max(Math.abs(range.low), Math.abs(range.high));
  const exponent = largest >= 1e6 || step < 1e-4 ? 3 * Math.floor(Math.log10(largest) / 3) : 0;
  const scale = 10 ** exponent;
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10((step / scale) * 1.0001))));
  const ticks = values.map((at) => ({
    at,
    label: textOf(numbers.fixed(at / scale, decimals, at === 0 ? 'negative' : sign))
  }));
  const factor =
    exponent === 0 ? [] : [...plain(' / 10'), ...plain(String(exponent).replace('-', '−'), { script: 'super' })];
  return { min: range.low, max: range.high, ticks, title: [...title, ...factor] };
}

const textOf = (runs: readonly Inline[]): string => runs.map((run) => (run.kind === 'text' ? run.text : '')).join('');
