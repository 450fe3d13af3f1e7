import type { Translate } from '#lib/i18n/translate.ts';

/** Fields that one kind of record calls otherwise than the others do. */
const OWN_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  asset: new Set(['name', 'description']),
  organization: new Set(['full_name', 'location_id', 'address'])
};

/** What the pages before signing in ask for, too: they fetch no words but the first. */
const OF_AN_ACCOUNT: ReadonlySet<string> = new Set(['email', 'full_name', 'language', 'password']);

/**
 * What a field is called, the same in forms, lists and the audit log (`field` in the dictionaries; of an account, `auth`).
 * @param record whose it is; without it, the word that most records share
 */
export function fieldWord(translate: Translate, field: string, record?: string): string {
  if (record !== undefined && OWN_WORDS[record]?.has(field) === true) return translate(`field.of_${record}.${field}`);
  if (OF_AN_ACCOUNT.has(field)) return translate(`auth.${field}`);
  return translate(`field.${field}`, { default: field.replaceAll('_', ' ') });
}
