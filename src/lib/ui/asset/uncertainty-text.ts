import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { formatSignificant } from '../number-input/format-number.ts';

/** Expanded uncertainty with its unit, two significant digits as it is reported (GUM 7.2.6); empty without results. */
export const uncertaintyText = (
  { expanded_uncertainty, unit }: Pick<CalibrationHeader, 'expanded_uncertainty' | 'unit'>,
  locale: string
): string =>
  expanded_uncertainty === null
    ? ''
    : `${formatSignificant(expanded_uncertainty, 2, locale)}${unit ? `\u202f${unit}` : ''}`;
