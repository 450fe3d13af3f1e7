/** The ambient conditions. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { ENVIRONMENT } from '#lib/laboratory/plausibility.ts';
import { defined } from '../typed/defined.ts';
import { numberText } from '../typed/number-text.ts';
import type { Section } from './section.ts';

export type EnvironmentFields = {
  readonly environment: { readonly temperature: string; readonly humidity: string; readonly pressure: string };
};

const possible = (quantity: keyof typeof ENVIRONMENT) => {
  const { low, high } = ENVIRONMENT[quantity].possible;
  return { min: low, max: high };
};

export const environment: Section<EnvironmentFields, Pick<CreateCalibrationBody, 'environment'>> = {
  begin: () => ({ environment: { temperature: '', humidity: '', pressure: '' } }),
  toRequest: ({ environment: { temperature, humidity, pressure } }, reader) => {
    const read = defined({
      temperature_c: reader.number('environment.temperature', temperature, possible('temperature_c')),
      relative_humidity_percent: reader.number('environment.humidity', humidity, possible('relative_humidity_percent')),
      pressure_kpa: reader.number('environment.pressure', pressure, possible('pressure_kpa'))
    });
    return Object.keys(read).length === 0 ? {} : { environment: read };
  },
  fromRequest: (part) => ({ environment: environmentTexts(part.environment) })
};

/** Converts conditions to form fields. */
export const environmentTexts = (
  stated: CreateCalibrationBody['environment'] | null
): EnvironmentFields['environment'] => ({
  temperature: numberText(stated?.temperature_c),
  humidity: numberText(stated?.relative_humidity_percent),
  pressure: numberText(stated?.pressure_kpa)
});
