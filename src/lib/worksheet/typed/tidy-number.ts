import { parseDecimal } from '#lib/numbers/parse-number.ts';

/**
 * A typed number as it is written in the reader's language, once the cell is left: one decimal sign, no blanks, a digit before the
 * sign. Its digits stay, zeros at the end too: they say how it was read. What is no plain number stays as it was typed.
 */
export function tidyNumber(text: string, language: string): string {
  if (parseDecimal(text, language) === null) return text;
  const plain = /^([-+−–]?)(\d*)(?:([.,])(\d*))?$/.exec(text.trim());
  if (plain === null) return text;
  const [, sign = '', whole = '', , decimals = ''] = plain;
  const point = language === 'en' ? '.' : ',';
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '' || sign === '+' ? '' : '−'}${digits}${decimals === '' ? '' : `${point}${decimals}`}`;
}
