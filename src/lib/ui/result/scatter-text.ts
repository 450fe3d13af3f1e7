import { minimisesIndication } from '#lib/metrology/models/table.ts';
import type { FitResult } from '#lib/metrology/types.ts';
import { formatSignificant } from '../number-input/format-number.ts';
import { withUnit } from '../text/quantity-text.ts';

/**
 * The scatter s of a fit with its unit: that of the reference, of the indication where a thermometer is fitted in resistance, and
 * none with weights, where s = √(χ²/ν) is a multiple of the stated uncertainties. Empty where it is unknown.
 */
export function scatterText(
  {
    method,
    model,
    residual_standard_deviation: s
  }: Pick<FitResult, 'method' | 'model' | 'residual_standard_deviation'>,
  unit: string,
  measuredUnit: string,
  language: string
): string {
  if (s === null) return '';
  const text = formatSignificant(s, 3, language);
  if (method !== 'ols') return text;
  return withUnit(text, minimisesIndication(model) ? measuredUnit : unit);
}
