import type { Translate } from '#lib/i18n/translate.ts';
import type { TolerancePart } from '#lib/metrology/types.ts';
import { formatPlain, type SignStyle } from '../number-input/format-number.ts';

const KINDS = {
  absolute: null,
  percent_of_reading: 'asset.tolerance.of_reading',
  percent_of_span: 'asset.tolerance.of_span'
} as const;
type Measured = { readonly unit: string | null; readonly resolution: number | null };

/**
 * A tolerance as data sheets write it: `±0.3 °C`, `±0.1 % of reading + ±0.05 °C`, `−0.1 … +0.2 bar`; each limit as it was
 * entered, here and wherever it stands beside results.
 */
export const toleranceText = (
  parts: readonly TolerancePart[],
  measured: Measured,
  locale: string,
  translate: Translate
): string => parts.map((part) => partText(part, measured, locale, translate)).join(' + ');

function partText(
  { kind, lower, upper }: TolerancePart,
  measured: Measured,
  locale: string,
  translate: Translate
): string {
  const key = KINDS[kind];
  const suffix = key === null ? (measured.unit ? `\u202f${measured.unit}` : '') : `\u202f${translate(key)}`;
  const number = (value: number, sign: SignStyle) => formatPlain(value, locale, sign);

  if (lower !== null && upper !== null && lower === -upper) return `±${number(upper, 'auto')}${suffix}`;
  if (lower === null && upper !== null) return `≤ ${number(upper, 'always')}${suffix}`;
  if (upper === null && lower !== null) return `≥ ${number(lower, 'always')}${suffix}`;
  if (lower === null || upper === null) return '–';
  return `${number(lower, 'always')} … ${number(upper, 'always')}${suffix}`;
}
