/** The equation of a curve other than a polynomial, with as many digits as people can use. */
import { termsOf } from '#lib/metrology/models/table.ts';
import type { FitResult } from '#lib/metrology/types.ts';

const DIGITS = 7;
const NUMBER = /\d+\.?\d*(?:e[+-]?\d+)?/g;
/** Polynomials far from zero are written in a scaled variable. */
const SCALED = ', z = ';

/**
 * `f(y) = 12.34 · exp(0.0156 · y)`, with seven significant digits and the decimal sign of the language; null for polynomials in
 * the indication, whose terms `equationTerms` writes. The digits that read back as the same numbers are in `fit.equation`.
 */
export function equationText(
  { model, equation }: Pick<FitResult, 'model' | 'equation'>,
  locale: string
): string | null {
  if (termsOf(model) !== null && !equation.includes(SCALED)) return null;
  const rounded = equation.replaceAll(NUMBER, (number) => String(Number(Number(number).toPrecision(DIGITS))));
  const signed = rounded.replaceAll('*', '·').replaceAll('-', '−');
  return locale === 'en' ? signed : signed.replaceAll(/(\d)\.(\d)/g, '$1,$2');
}
