/** Grouping signs that are never a decimal sign: spaces of every width and apostrophes. */
const GROUPING = /[\s\u00a0\u2007\u2009\u202f'’]/g;
/** What people and programs write for a minus beside the hyphen: minus sign, en dash, figure dash, small and full-width hyphen. */
const MINUS = /[\u2212\u2013\u2012\ufe63\uff0d]/g;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * Reads a number as people type or paste it, with a decimal point or a decimal comma, whatever the language of the screen.
 *
 * Use it wherever a number is typed. `12.34`, `12,34`, `1 234,5`, `1.234,5`, `1,234.5`, `−12` (U+2212), `1e-3`, `3 × 10^-4` are
 * read. One lone point or comma is always the decimal sign: a reading of `10,012` from a German sheet must never become ten
 * thousand because the screen is English. A sign that repeats, or stands before the other one, groups digits and must do so
 * in threes.
 *
 * `_locale` is part of the signature so that a language with its own digits can be read later without a change at every field.
 * Returns null if the text is not a finite number or is empty.
 */
export function parseDecimal(text: string, _locale: string): number | null {
  const plain = withHyphens(text)
    .trim()
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/\s*[×x*]\s*10\s*\^?\s*([+-]?)/i, 'e$1')
    .replace(GROUPING, '');
  const decimal = withPoint(plain);
  if (decimal === null || !NUMBER.test(decimal)) return null;
  const value = Number(decimal);
  return Number.isFinite(value) ? value : null;
}

/** The text with a hyphen for every sign that is read as minus; use it wherever else a text is tested for numbers. */
export const withHyphens = (text: string): string => text.replace(MINUS, '-');

/** The number without grouping signs and with a decimal point; null if the signs contradict each other. */
function withPoint(text: string): string | null {
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points + commas <= 1) return text.replace(',', '.');
  const [group, decimal] = text.lastIndexOf(',') > text.lastIndexOf('.') ? ['.', ','] : [',', '.'];
  if (points > 0 && commas > 0) {
    const last = text.lastIndexOf(decimal);
    const whole = text.slice(0, last);
    if (!isGrouped(whole, group)) return null;
    return `${whole.split(group).join('')}.${text.slice(last + 1)}`;
  }
  return isGrouped(text, decimal) ? text.split(decimal).join('') : null;
}

const isGrouped = (text: string, sign: string) => {
  const [first, ...rest] = text.replace(/^[+-]/, '').split(sign);
  return (
    first !== undefined && /^\d{1,3}$/.test(first) && rest.length > 0 && rest.every((part) => /^\d{3}$/.test(part))
  );
};
