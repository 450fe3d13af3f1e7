import type { RoundedUncertainty } from '../types.ts';

/** Rounding down to one digit may reduce the uncertainty by at most this fraction (EA-4/02 M:2022 6.3). */
const LARGEST_LOSS = 0.05;

/**
 * An expanded uncertainty rounded for print: two significant digits, half up (a half is decided on the decimal digits that
 * the number shows, so 0.0125 gives 0.013). With one digit, rounding up if rounding down would reduce it by more than 5
 * %.
 * Source: JCGM 100:2008 7.2.6; EA-4/02 M:2022 6.3.
 */
export function roundUncertainty(uncertainty: number, digits: 1 | 2 = 2): RoundedUncertainty {
  if (!(uncertainty > 0)) return { value: 0, decimals: 0, text: '0' };
  const [mantissa = '0', exponent = '0'] = uncertainty.toExponential().split('e');
  const shown = mantissa.replace('.', '');
  const decimals = digits - 1 - Number(exponent);
  let head = Number(shown.slice(0, digits).padEnd(digits, '0'));
  const rest = shown.slice(digits);
  const halfOrMore = Number(rest.charAt(0)) >= 5;
  const lost = Number(`0.${rest}`) / (head + Number(`0.${rest}`));
  if (halfOrMore || (digits === 1 && lost > LARGEST_LOSS)) head += 1;
  // 99.6 becomes 100, one digit more: keep two significant digits, 1.0E2.
  const carried = head === (digits === 1 ? 10 : 100);
  const text = placePoint(String(carried ? head / 10 : head), carried ? decimals - 1 : decimals);
  return { value: Number(text), decimals: carried ? decimals - 1 : decimals, text };
}

/**
 * A number rounded half up (away from zero) to a number of decimals, as text; negative decimals round to tens or
 * hundreds. Use it to print a value to the same decimal as its uncertainty. Source: JCGM 100:2008 7.2.6.
 */
export function roundForPrint(value: number, decimals: number): string {
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const shown = mantissa.replace('.', '');
  const kept = Number(exponent) + 1 + decimals;
  let head = kept <= 0 ? 0n : BigInt(shown.slice(0, kept).padEnd(kept, '0'));
  if (kept >= 0 && Number(shown.charAt(kept)) >= 5) head += 1n;
  const text = placePoint(String(head), decimals);
  return value < 0 && head !== 0n ? `-${text}` : text;
}

/** Inserts the decimal point into the digits of an integer. */
function placePoint(digits: string, decimals: number): string {
  if (decimals <= 0) return digits === '0' ? '0' : digits + '0'.repeat(-decimals);
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}
