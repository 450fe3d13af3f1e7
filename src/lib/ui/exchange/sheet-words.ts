import type { Language } from '#lib/contracts/primitives.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { TEMPLATE } from '#lib/laboratory/exchange/sheet/headings.ts';
import { csvTable } from '#lib/laboratory/csv.ts';
import { IGNORED, SHEET_FIELDS, type ColumnUse } from '#lib/records/sheet-fields.ts';

const languageOf = (locale: string): Language => (locale in TEMPLATE ? (locale as Language) : 'en');

/** What a column contains, as the template in the reader's language calls it. */
export function fieldLabel(field: string, locale: string, translate: Translate): string {
  const heading = TEMPLATE[languageOf(locale)].find(([one]) => one === field)?.[1];
  if (heading !== undefined) return heading;
  if (field === 'description') return translate('field.of_asset.description');
  return translate(`exchange.table.${field}`, { default: translate(`field.${field}`, { default: field }) });
}

/** All that a column can contain, for a choice. */
export const columnUses = (locale: string, translate: Translate): readonly { value: ColumnUse; label: string }[] => [
  { value: IGNORED, label: translate('exchange.table.ignore') },
  ...SHEET_FIELDS.map((value) => ({ value, label: fieldLabel(value, locale, translate) }))
];

/** An empty table with the headings of a language; its separator is the one that spreadsheets of that language expect. */
export const templateOf = (locale: string): string =>
  csvTable(
    TEMPLATE[languageOf(locale)].map(([, heading]) => heading),
    [],
    languageOf(locale) === 'en' ? '.' : ','
  );
