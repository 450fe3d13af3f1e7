/** The zero of a unit of temperature. */
export type TemperatureScale = 'celsius' | 'kelvin';

const CELSIUS = ['c', 'cel', 'celsius', 'centigrade'];
const KELVIN = ['k', 'kelvin', 'kelvins'];
/** The degree sign and its usual substitutes: ring above, masculine ordinal (º), the word in our languages. */
const DEGREE = /^(?:°|˚|º|degrees?|degrés?|deg|grados?|grad)/u;

/**
 * The temperature scale of a unit in any spelling: `°C`, `ºC`, `℃`, `C`, `degC`, `Celsius`, `K`, `kelvin`. Null for all
 * others (including °F) and for none: guessing would give the coefficients of another instrument.
 */
export function temperatureScale(unit: string | undefined): TemperatureScale | null {
  // Compatibility characters (℃, the kelvin sign) are decomposed; the ordinal º must not become an o.
  const written = (unit ?? '').replace(/[º˚]/gu, '°').normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
  const name = written.replace(DEGREE, '');
  if (CELSIUS.includes(name)) return 'celsius';
  return KELVIN.includes(name) ? 'kelvin' : null;
}

/** What is subtracted from kelvin for a temperature in this unit: 273.15 for degrees Celsius, else 0. */
export const kelvinAtZero = (unit: string | undefined): number => (temperatureScale(unit) === 'celsius' ? 273.15 : 0);
