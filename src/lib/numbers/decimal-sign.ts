/** In a table, spreadsheets separate cells with semicolons where it is a comma. */
export type DecimalSign = '.' | ',';

/** The decimal sign of a language of the product; English until the language is known. */
export const decimalSignOf = (language: string | null | undefined): DecimalSign =>
  (language ?? 'en') === 'en' ? '.' : ',';
