/** What a unit of temperature counts from. */
export type TemperatureScale = 'celsius' | 'kelvin';

const CELSIUS = ['c', 'cel', 'celsius', 'centigrade'];
const KELVIN = ['k', 'kelvin', 'kelvins'];
/** The degree sign and what is typed for it: ring above, masculine ordinal (º), the word in our languages. */
const DEGREE = /^(?:°|˚|º|degrees?|degrés?|deg|grados?|grad)/u;

/**
 * The scale that a unit of temperature names, however it is written: `°C`, `ºC`, `℃`, `C`, `degC`, `Celsius`, `K`, `kelvin`. Null
 * for every other one (°F among them) and for none: guessing would give coefficients of another instrument.
 */
export function temperatureScale(unit: string | undefined): TemperatureScale | null {
  // Compatibility signs (℃, the kelvin sign) are taken apart; the ordinal º is kept from becoming an o.
  const written = (unit ?? '').replace(/[º˚]/gu, '°').normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
  const name = written.replace(DEGREE, '');
  if (CELSIUS.includes(name)) return 'celsius';
  return KELVIN.includes(name) ? 'kelvin' : null;
}

/** What is taken from kelvin for a temperature in this unit: 273.15 for degrees Celsius, else 0. */
export const kelvinAtZero = (unit: string | undefined): number => (temperatureScale(unit) === 'celsius' ? 273.15 : 0);
