import type { ConformityRequest } from '#lib/metrology/types.ts';
import type { Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';
import type { Printer } from './printer.ts';

/** `±0.30 °C`, `−0.1/+0.3 °C`, `≤ +0.3 °C`: signed limits of the error. */
export function printLimits(
  lower: number | null,
  upper: number | null,
  print: Printer,
  decimals?: number
): readonly Inline[] {
  const number = (value: number, sign: 'negative' | 'always') =>
    decimals === undefined ? print.numbers.text(String(value), sign) : print.numbers.fixed(value, decimals, sign);
  if (lower !== null && upper !== null && lower === -upper) return [...plain('±'), ...number(upper, 'negative')];
  if (lower !== null && upper !== null) return [...number(lower, 'always'), ...plain('/'), ...number(upper, 'always')];
  if (upper !== null) return [...plain('≤\u202f'), ...number(upper, 'always')];
  if (lower !== null) return [...plain('≥\u202f'), ...number(lower, 'always')];
  return plain('–');
}

/** A tolerance in words: its parts are summed, so they are joined by a plus. A span is stated, because the range may be another. */
export function printTolerance(conformity: ConformityRequest | undefined, print: Printer): readonly Inline[] {
  const { tolerance: parts = [], span } = conformity ?? {};
  const width = span === undefined ? [] : print.numbers.withUnit(print.numbers.exact(span), print.differenceUnit);
  return parts.flatMap((part, index) => {
    const limits = printLimits(part.lower, part.upper, print);
    const own = [...(index > 0 ? plain(' + ') : []), ...(parts.length > 1 ? plain('(') : [])];
    const end = parts.length > 1 ? plain(')') : [];
    if (part.kind === 'absolute') return [...own, ...print.numbers.withUnit(limits, print.differenceUnit), ...end];
    const percent = [...own, ...print.numbers.withUnit(limits, '%')];
    if (part.kind === 'percent_of_reading') return [...percent, ...plain(` ${print.labels.of_reading}`), ...end];
    const stated = width.length > 0 ? [...plain(' ('), ...width, ...plain(')')] : [];
    return [...percent, ...plain(` ${print.labels.of_span}`), ...stated, ...end];
  });
}
