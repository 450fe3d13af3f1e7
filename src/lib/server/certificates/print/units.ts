/**
 * Quantities of dimension one that are written with their name before the number: pH 7.00 (ISO 80000-9, 9-17); their
 * differences have no unit.
 */
const NAMED = 'pH';

/** Relative humidity is written one way, however it was typed. */
const HUMIDITY = /^%\s*(?:rh|r\.\s*h\.)$/iu;
export const RELATIVE_HUMIDITY = '%rh';

/** The symbol of a unit on certificates. */
export const unitSymbol = (unit: string | null): string | null =>
  unit !== null && HUMIDITY.test(unit) ? RELATIVE_HUMIDITY : unit;

/** A sentence of the engine, which has units as typed: its quantities are uncertainties and limits. */
export const withUnitSymbols = (sentence: string): string =>
  sentence
    .replace(/(\d)\s([°′″])(?!\p{L})/gu, '$1$2')
    .replace(/(\d)\s?pH(?![\p{L}\d])/gu, '$1')
    .replace(/(\d\s?)%\s*(?:rh|r\.\s*h\.)(?!\p{L})/giu, `$1${RELATIVE_HUMIDITY}`);

export const nameBeforeNumber = (unit: string | null): string | null => (unit === NAMED ? NAMED : null);

/** The unit of a difference, an uncertainty or a tolerance. */
export const differenceUnit = (unit: string | null): string | null => (unit === NAMED ? null : unit);
