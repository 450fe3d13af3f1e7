import type { Translate } from '#lib/i18n/translate.ts';

/** Fields that one kind of record calls otherwise than the others do. */
const OWN_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  asset: new Set(['name', 'description']),
  organization: new Set(['full_name', 'location_id', 'address'])
};

/**
 * What a field is called, the same in forms, lists and the audit log (`field` in the dictionaries).
 * @param record whose it is; without it, the word that most records share
 */
export const fieldWord = (translate: Translate, field: string, record?: string): string =>
  record !== undefined && OWN_WORDS[record]?.has(field) === true
    ? translate(`field.of_${record}.${field}`)
    : translate(`field.${field}`, { default: field.replaceAll('_', ' ') });
