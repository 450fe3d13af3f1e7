import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { temperatureScale } from '#lib/metrology/temperature-unit.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

/** The coefficients that the data of these cases were made with. */
const TRUE = [1.129241e-3, 2.341077e-4, 8.775468e-8];

type Units = { readonly inputs: { readonly request: readonly AnalysisRequest[] } };
test.each(casesFor<Units>('temperature-units'))(
  '$id: the right coefficients, or a refusal naming the unit',
  (found) => {
    for (const request of found.truth.inputs.request) {
      if (temperatureScale(request.unit) === null) {
        expect(() => analyze(request)).toThrow(`not in ${request.unit}`);
        continue;
      }
      const { coefficients } = analyze(request).fit;
      TRUE.forEach((value, j) => expectClose(coefficients[j], value, 1e-6));
    }
  }
);

test.each([
  '°C',
  'ºC',
  '˚C',
  '℃',
  'C',
  'c',
  'degC',
  'deg C',
  '° C',
  'Cel',
  'Celsius',
  'celsius',
  'Grad Celsius',
  'grados Celsius',
  'degrés Celsius'
])('%s is Celsius', (unit) => expect(temperatureScale(unit)).toBe('celsius'));
test.each(['K', '\u212a', 'k', 'kelvin', 'Kelvin'])('%s is kelvin', (unit) =>
  expect(temperatureScale(unit)).toBe('kelvin')
);
test.each(['°F', 'F', 'degF', '°R', 'Ra', 'mK', 'x', '', '°', undefined])('%s is neither', (unit) => {
  expect(temperatureScale(unit)).toBeNull();
});

test('a thermistor without a unit is refused at the field of the unit', () => {
  const points = [20, 30, 40].map((reference, i) => ({ reference, measured: 12_000 - 3000 * i }));
  try {
    analyze({ points, fit: { model: 'steinhart_hart' }, uncertainty: {} });
    expect.unreachable();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AnalysisRefusal);
    expect(thrown).toMatchObject({ code: 'temperature_unit', path: ['unit'] });
  }
});
