import type { Translate } from '#lib/i18n/translate.ts';
import { ENVIRONMENT_QUANTITIES, type EnvironmentLimits, type EnvironmentQuantity } from '#lib/records/nominal-plan.ts';
import { formatPlain } from '../number-input/format-number.ts';

const UNITS: Readonly<Record<EnvironmentQuantity, string>> = {
  temperature_c: '°C',
  relative_humidity_percent: '%',
  pressure_kpa: 'kPa'
};

/** Each limit of an environment as `Temperature 21 … 25 °C`. */
export const limitTexts = (limits: EnvironmentLimits | null, translate: Translate, language: string): string[] =>
  ENVIRONMENT_QUANTITIES.flatMap((quantity) => {
    const limit = limits?.[quantity];
    if (!limit) return [];
    const text = (value: number) => formatPlain(value, language);
    const { min, max } = limit;
    const span = min === null ? `≤ ${text(max ?? 0)}` : max === null ? `≥ ${text(min)}` : `${text(min)} … ${text(max)}`;
    return [`${translate(`field.${quantity}`)} ${span}\u202f${UNITS[quantity]}`];
  });
