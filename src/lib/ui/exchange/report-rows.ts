import type { Finding, ImportAction, ImportReport, ImportRow } from '#lib/contracts/exchange.ts';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { explainCode, explainIssue } from '../form/explain-error.ts';

export type RowFilter = ImportAction | 'all' | 'findings';

/** The rows of a report with one action, or with findings, whose identifier or path contains what was typed. */
export function filterRows(rows: readonly ImportRow[], filter: RowFilter, query: string): readonly ImportRow[] {
  const wanted = query.trim().toLowerCase();
  return rows.filter(
    ({ action, asset_id, path, findings }) =>
      (filter === 'all' || (filter === 'findings' ? findings.length > 0 : action === filter)) &&
      (wanted === '' || `${asset_id ?? ''}\n${path}`.toLowerCase().includes(wanted))
  );
}

/** What was found, in the reader's language; the server's own words for a code without a translation. */
export function findingText({ code, message }: Finding, translate: Translate): string {
  const key = code.replace(/[^a-z0-9_]/gi, '_').toLowerCase();
  return translate(`exchange.finding.${key}`, { default: explainIssue(code, message, translate) });
}

/** Why long work failed. `detail` is what only the server's own words say: which entry of an archive is at fault. */
export function failureText(
  error: NonNullable<LongOperation['error']>,
  translate: Translate
): { readonly text: string; readonly detail: string } {
  const text = translate(`exchange.error.${error.code}`, {
    default: explainCode(error.code, error.detail, translate)
  });
  return { text, detail: error.code === 'archive_refused' ? error.detail : '' };
}

/** The report of an import that has looked or has ended; null before, and where it failed without one. */
export const reportOf = (operation: LongOperation | null): ImportReport | null =>
  operation?.kind === 'assets_import' && operation.result !== null
    ? (operation.result as unknown as ImportReport)
    : null;
