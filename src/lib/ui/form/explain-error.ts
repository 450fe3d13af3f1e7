import type { Translate } from '#lib/i18n/translate.ts';
import type { Problem } from './problem.ts';

/** What the API and the device answer, as far as screens explain it. Structural, so that any error object fits. */
type Issue = { readonly loc: readonly string[]; readonly msg: string; readonly type: string };
type Refused = { readonly code: string; readonly detail: string; readonly issues: readonly Issue[] };

export const NO_PROBLEM: Problem = { summary: '', fields: {} };

const isRefused = (error: unknown): error is Refused =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'issues' in error &&
  Array.isArray(error.issues);

const known = (code: string) => code.replace(/[^a-z0-9_]/gi, '_').toLowerCase();

/** Turns what was thrown into a sentence and notes beside fields; the server's own words where no translation is known. */
export function explainError(error: unknown, translate: Translate): Problem {
  if (isRefused(error)) {
    return error.issues.length > 0
      ? explainIssues(error.issues, translate)
      : { summary: explainCode(error.code, error.detail, translate), fields: {} };
  }
  if (error instanceof Error && error.name === 'OfflineError')
    return { summary: translate('errors.offline'), fields: {} };
  return { summary: translate('errors.unexpected'), fields: {} };
}

/** The sentence for one refusal code, in the reader's language if known there: what every page may be told, then what work is. */
export const explainCode = (code: string, detail: string, translate: Translate): string =>
  translate(`errors.code.${known(code)}`, {
    default: translate(`refusals.code.${known(code)}`, { default: detail })
  });

/** The same for one issue of a field. */
export const explainIssue = (type: string, msg: string, translate: Translate): string =>
  translate(`errors.issue.${known(type)}`, {
    default: translate(`refusals.issue.${known(type)}`, { default: msg })
  });

/** Fields that hold an address of e-mail, whatever the form calls them. */
const ADDRESSES = new Set(['email', 'to', 'from_address']);

function explainIssues(issues: readonly Issue[], translate: Translate): Problem {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.loc.filter((part) => !['body', 'query', 'path'].includes(part)).join('.');
    fields[field] ??=
      issue.type === 'invalid_format' && ADDRESSES.has(field)
        ? translate('errors.issue.invalid_address')
        : explainIssue(issue.type, issue.msg, translate);
  }
  return { summary: translate('errors.invalid', { values: { n: Object.keys(fields).length } }), fields };
}
