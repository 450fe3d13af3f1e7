import type { TolerancePart } from '#lib/metrology/types.ts';
import { formatPlain } from '../number-input/format-number.ts';

const UNITS = {
  absolute: null,
  percent_of_reading: 'asset.tolerance.of_reading',
  percent_of_span: 'asset.tolerance.of_span'
} as const;

/** A tolerance as data sheets write it: `±0.30 °C`, `±0.1 % of reading + ±0.05 °C`, `−0.1 … +0.2 bar`. */
export const toleranceText = (
  parts: readonly TolerancePart[],
  unit: string | null,
  locale: string,
  translate: (key: string) => string
): string => parts.map((part) => partText(part, unit, locale, translate)).join(' + ');

function partText(
  { kind, lower, upper }: TolerancePart,
  unit: string | null,
  locale: string,
  translate: (key: string) => string
) {
  const key = UNITS[kind];
  const suffix = key === null ? (unit ? `\u202f${unit}` : '') : `\u202f${translate(key)}`;
  if (lower !== null && upper !== null && lower === -upper) return `±${formatPlain(upper, locale)}${suffix}`;
  if (lower === null && upper !== null) return `≤ ${formatPlain(upper, locale, 'always')}${suffix}`;
  if (upper === null && lower !== null) return `≥ ${formatPlain(lower, locale, 'always')}${suffix}`;
  if (lower === null || upper === null) return '–';
  return `${formatPlain(lower, locale, 'always')} … ${formatPlain(upper, locale, 'always')}${suffix}`;
}
