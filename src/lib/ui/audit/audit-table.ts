import type { AuditEntry } from '#lib/contracts/audit.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { actionWords } from '../changes/action-words.ts';
import { recordLabel } from '../changes/job-word.ts';
import type { ListTable } from '../table/list-table.ts';

/** The audit log for spreadsheets: instants as RFC 3339, changes as they are kept. */
export const auditTable = (entries: readonly AuditEntry[], say: Translate, locale: string): ListTable => ({
  heads: [
    ...['common.received', 'audit.filter.actor', 'field.role', 'audit.filter.action'],
    ...['audit.filter.resource', 'audit.changes']
  ].map((key) => say(key)),
  rows: entries.map((entry) => [
    ...[entry.at, entry.actor_name, entry.actor_role && say(`common.role.${entry.actor_role}`)],
    actionWords(say, locale, entry.action),
    ...[recordLabel(say, entry), JSON.stringify(entry.changes)]
  ])
});
