import type { Language } from '#lib/contracts/primitives.ts';
import { roundForPrint, roundUncertainty } from '#lib/metrology/uncertainty/rounding.ts';
import type { Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';

/** Between a number and its unit: narrow and unbreakable. */
export const THIN_SPACE = '\u202f';
const MINUS = '\u2212';
const POINT: Readonly<Record<Language, string>> = { en: '.', es: ',', fr: ',', de: ',' };

export type SignMode = 'negative' | 'always';

/** Writes numbers in the certificate's language: decimal sign, real minus, powers of ten for too many digits. */
export type NumberPrinter = {
  /** With a number of decimals (rounded to tens, hundreds … if negative). */
  fixed(value: number, decimals: number, sign?: SignMode): readonly Inline[];
  /** With the fewest digits that read back as the same number. */
  exact(value: number): readonly Inline[];
  /** Digits of a string in JavaScript's notation. */
  text(digits: string, sign?: SignMode): readonly Inline[];
  withUnit(number: readonly Inline[], unit: string | null): readonly Inline[];
};

export function numberPrinter(language: Language): NumberPrinter {
  const point = POINT[language];
  const text = (digits: string, sign: SignMode = 'negative'): readonly Inline[] => {
    const [mantissa = '', exponent] = digits.toLowerCase().split('e');
    const negative = mantissa.startsWith('-');
    const body = mantissa.replace('-', '').replace('.', point);
    const isZero = /^[0.,]*$/u.test(body);
    const signed = (negative ? MINUS : sign === 'always' && !isZero ? '+' : '') + body;
    if (exponent === undefined) return plain(signed);
    const power = exponent.replace('+', '').replace('-', MINUS);
    return [...plain(`${signed}${THIN_SPACE}×${THIN_SPACE}10`), ...plain(power, { script: 'super' })];
  };
  return {
    text,
    fixed: (value, decimals, sign) => text(fixedDigits(value, decimals), sign),
    exact: (value) => text(exactDigits(value)),
    withUnit: (number, unit) => (unit === null || unit === '' ? number : [...number, ...plain(spaced(unit))])
  };
}

/** Degrees, minutes and seconds of arc have no space; every other unit after a thin space (SI brochure 5.4.3). */
function spaced(unit: string): string {
  return /^[°′″'"]$/u.test(unit) ? unit : THIN_SPACE + unit;
}

/**
 * Rounded half up on the decimal digits, as U at the head and in the statement is: one number, one rounding. A power of
 * ten if it is too large or small for a column.
 */
function fixedDigits(value: number, decimals: number): string {
  if (decimals > 9 || Math.abs(value) >= 1e9) {
    if (value === 0) return '0';
    return powerOfTen(value, decimals);
  }
  return roundForPrint(value, decimals);
}

/** With one digit at least, even if that is past the decimals. */
function powerOfTen(value: number, decimals: number): string {
  const power = Number(value.toExponential().split('e')[1]);
  const digits = Math.max(0, Math.min(16, power + decimals));
  const rounded = roundForPrint(Math.abs(value), digits - power);
  const figures = rounded.replace('.', '').replace(/^0+/u, '');
  // 9.996 becomes 10.00, with a greater power.
  const isCarried = figures.length > Math.max(digits, power) + 1;
  const fraction = figures.slice(1, digits + 1);
  const mantissa = `${value < 0 ? '-' : ''}${figures.charAt(0)}${fraction === '' ? '' : `.${fraction}`}`;
  return `${mantissa}e${isCarried ? power + 1 : power}`;
}

function exactDigits(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e9) ? value.toExponential() : withoutNegativeZero(String(value));
}

function withoutNegativeZero(digits: string): string {
  return /^-[0.]*$/u.test(digits) ? digits.slice(1) : digits;
}

/** Decimals with which an uncertainty shows two significant digits (JCGM 100:2008, 7.2.6). */
export function uncertaintyDecimals(uncertainty: number): number {
  return roundUncertainty(uncertainty).decimals;
}

/** Rounding an uncertainty by more than this would misstate it (EA-4/02 M:2022, 6.3). */
const MOST_ROUNDING = 0.05;

/** Whether all these uncertainties may be printed with a number of decimals. */
export function roundsAll(uncertainties: readonly number[], decimals: number): boolean {
  const step = 10 ** -decimals;
  return uncertainties.every((u) => !(u > 0) || Math.abs(Math.round(u / step) * step - u) <= MOST_ROUNDING * u);
}

/** Decimals that a recorded number has. */
export function recordedDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e');
  const fraction = mantissa.split('.')[1] ?? '';
  return Math.max(0, fraction.length - Number(exponent));
}
