import type { Finding } from '#lib/contracts/exchange.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { TEMPLATE } from '#lib/laboratory/exchange/sheet/headings.ts';
import { IGNORED, SHEET_FIELDS, type ColumnUse } from '#lib/records/sheet-fields.ts';
import { findingText } from './report-rows.ts';

/** The language of templates for a reader. */
export const languageOf = (locale: string): Language => (locale in TEMPLATE ? (locale as Language) : 'en');

/** What a column contains, as the template in the reader's language calls it. */
export function fieldLabel(field: string, locale: string, translate: Translate): string {
  const heading = TEMPLATE[languageOf(locale)].find(([one]) => one === field)?.[1];
  if (heading !== undefined) return heading;
  if (field === 'description') return translate('field.of_asset.description');
  return translate(`exchange.table.${field}`, { default: translate(`field.${field}`, { default: field }) });
}

/** What was found in a cell, and in which field: for findings that are not shown beside it. */
export function namedFinding(finding: Finding, locale: string, translate: Translate): string {
  const text = findingText(finding, translate);
  const fields = finding.loc.map((field) => fieldLabel(field, locale, translate)).join(' › ');
  if (fields === '') return text;
  return translate('exchange.finding_of', { values: { field: fields, text } });
}

/** All that a column can contain, for a choice. */
export const columnUses = (locale: string, translate: Translate): readonly { value: ColumnUse; label: string }[] => [
  { value: IGNORED, label: translate('exchange.table.ignore') },
  ...SHEET_FIELDS.map((value) => ({ value, label: fieldLabel(value, locale, translate) }))
];
