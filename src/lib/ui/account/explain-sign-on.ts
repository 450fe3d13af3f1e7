import type { Translate } from '#lib/i18n/translate.ts';
import { explainCode, explainError } from '../form/explain-error.ts';
import type { Problem } from '../form/problem.ts';

/** Why single sign-on does not go on, by a refusal's code: words that only its screens carry. */
export const explainSignOnCode = (code: string, detail: string, translate: Translate): string =>
  translate(`sign_on.problem.${code.replace(/[^a-z_]/gu, '_')}`, { default: explainCode(code, detail, translate) });

/** The same for what was thrown. */
export function explainSignOn(error: unknown, translate: Translate): Problem {
  const problem = explainError(error, translate);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null || Object.keys(problem.fields).length > 0) return problem;
  return { ...problem, summary: explainSignOnCode(code, problem.summary, translate) };
}
