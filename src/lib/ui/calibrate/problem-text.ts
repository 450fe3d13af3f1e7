import type { Translate } from '#lib/i18n/translate.ts';
import type { FieldProblem } from './field-problem.ts';

/** Faults of one field, whose words alone do not say which. */
const OF_A_FIELD: readonly string[] = [
  'missing',
  'unreadable',
  'not_positive',
  'negative',
  'out_of_range',
  'not_whole'
];

/** A problem in the reader's language; the English sentence of the engine or server where a code is not known there. */
export function problemText(problem: FieldProblem | undefined, translate: Translate): string | undefined {
  if (problem === undefined) return undefined;
  return translate(`calibrate.problem.${problem.code}`, {
    default: problem.message ?? problem.code,
    values: { ...problem.values }
  });
}

/** The same away from its field: `Contribution: Please fill this in.` */
export function placedProblemText(problem: FieldProblem | undefined, translate: Translate): string | undefined {
  const text = problemText(problem, translate);
  if (problem === undefined || text === undefined || !OF_A_FIELD.includes(problem.code)) return text;
  const [root = ''] = problem.field.split('.');
  const place = translate(`calibrate.place.${root}`, { default: '' });
  return place === '' ? text : `${place}: ${text}`;
}
