/** So many digits a number is written out with at most. */
const MOST_DIGITS = 100;

/**
 * Whether a number has every digit of the decimal text that it was read from: so it is with 0.1 and 0.10000000000000001, not with
 * 9007199254740993, whose last digit becomes 2, nor with 1e-400, which becomes 0. Zeros at either end say nothing of the value.
 */
export function keepsDigits(value: number, text: string): boolean {
  const digits = significantDigits(text);
  if (digits === '') return value === 0;
  return digits.length <= MOST_DIGITS && significantDigits(value.toPrecision(digits.length)) === digits;
}

const significantDigits = (text: string): string =>
  (text.split(/e/iu)[0] ?? '').replaceAll(/[-+.]/gu, '').replace(/^0+/u, '').replace(/0+$/u, '');
