import { decimalSignOf } from '#lib/numbers/decimal-sign.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';

/**
 * A typed number in the format of the reader's language, when the cell loses focus: one decimal sign, no spaces, a
 * digit before the sign. All digits stay, including trailing zeros, which show the resolution of the reading. Other
 * texts stay as typed.
 */
export function tidyNumber(text: string, language: string): string {
  if (parseDecimal(text, language) === null) return text;
  const plain = /^([-+−–]?)(\d*)(?:([.,])(\d*))?$/.exec(text.trim());
  if (plain === null) return text;
  const [, sign = '', whole = '', , decimals = ''] = plain;
  const point = decimalSignOf(language);
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '' || sign === '+' ? '' : '−'}${digits}${decimals === '' ? '' : `${point}${decimals}`}`;
}
