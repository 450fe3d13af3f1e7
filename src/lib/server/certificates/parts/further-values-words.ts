import type { Language } from '#lib/contracts/primitives.ts';

type FurtherValuesWords = {
  readonly evaluated: string;
  readonly corrected_value: string;
  readonly wanted_values: string;
  readonly wanted_value: string;
  /** With {coverage}. */
  readonly coverage: string;
};

/** The texts of the block in each language. */
export const FURTHER_VALUES_WORDS: Readonly<Record<Language, FurtherValuesWords>> = {
  en: {
    evaluated: 'Corrected values at further indications',
    corrected_value: 'Corrected value',
    wanted_values: 'Indications for wanted values',
    wanted_value: 'Wanted value',
    coverage: '*U*: {coverage}.'
  },
  de: {
    evaluated: 'Korrigierte Werte bei weiteren Anzeigen',
    corrected_value: 'Korrigierter Wert',
    wanted_values: 'Anzeigen zu vorgegebenen Werten',
    wanted_value: 'Vorgegebener Wert',
    coverage: '*U*: {coverage}.'
  },
  fr: {
    evaluated: 'Valeurs corrigées pour d’autres indications',
    corrected_value: 'Valeur corrigée',
    wanted_values: 'Indications pour des valeurs voulues',
    wanted_value: 'Valeur voulue',
    coverage: '*U*\u00a0: {coverage}.'
  },
  es: {
    evaluated: 'Valores corregidos para otras indicaciones',
    corrected_value: 'Valor corregido',
    wanted_values: 'Indicaciones para valores deseados',
    wanted_value: 'Valor deseado',
    coverage: '*U*: {coverage}.'
  }
};
