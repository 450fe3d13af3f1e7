import type { Translate } from '#lib/i18n/translate.ts';
import type { FieldProblem } from '#lib/worksheet/typed/field-problem.ts';

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

/** What is not there yet is named; anything else says what is wrong. */
const ABSENT: readonly string[] = ['missing', 'reference_missing', 'channel_missing'];

/** In a few words, for the bar: `Reference missing`. */
export function shortProblem(problem: FieldProblem | undefined, translate: Translate): string | null {
  if (problem === undefined) return null;
  const [root = ''] = problem.field.split('.');
  const place = translate(`calibrate.place.${root}`, { default: '' });
  if (ABSENT.includes(problem.code) && place !== '') return translate('calibrate.save.lacks', { values: { place } });
  return placedProblemText(problem, translate) ?? null;
}
