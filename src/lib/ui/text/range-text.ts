import { formatPlain } from '../number-input/format-number.ts';

type Range = { readonly range_min: number | null; readonly range_max: number | null; readonly unit: string | null };

/** A measuring range in words, `0 to 100 °C`; `to` in the reader's language. Empty where neither end is known. */
export function rangeText({ range_min, range_max, unit }: Range, locale: string, to: string): string {
  if (range_min === null && range_max === null) return '';
  const end = (value: number | null) => (value === null ? '…' : formatPlain(value, locale));
  return `${end(range_min)} ${to} ${end(range_max)}${unit ? `\u202f${unit}` : ''}`;
}
